import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface TaxIdInput {
  /** Null or empty removes the tax id. */
  readonly text: string | null
  /** Of the billing address after the change. */
  readonly country: string | null
  readonly readTaxId: (country: string, text: string) => TaxId | null
}

type TaxIdRefusal = Refusal<'checkout_tax_id_invalid' | 'checkout_tax_id_country_missing'>

/** The format of a tax id depends on its country. */
export function decideTaxId({ text, country, readTaxId }: TaxIdInput): TaxId | null | TaxIdRefusal {
  if (text === null || text === '') return null
  const loc = ['body', 'tax_id']
  if (country === null) return refuse('checkout_tax_id_country_missing', { loc })
  return readTaxId(country, text) ?? refuse('checkout_tax_id_invalid', { loc, country })
}
