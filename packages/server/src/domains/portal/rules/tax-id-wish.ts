import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface TaxIdWish {
  /** As it is printed; nothing, or empty, is none. */
  readonly text: string | null
  /** Of the billing address as it will be. */
  readonly country: string | null
  readonly readTaxId: (country: string, text: string) => TaxId | null
}

type TaxIdRefusal = Refusal<'checkout_tax_id_invalid' | 'checkout_tax_id_country_missing'>

/** How a tax id is written, its country tells. */
export function decideTaxId({ text, country, readTaxId }: TaxIdWish): TaxId | null | TaxIdRefusal {
  if (text === null || text === '') return null
  const loc = ['body', 'tax_id']
  if (country === null) return refuse('checkout_tax_id_country_missing', { loc })
  return readTaxId(country, text) ?? refuse('checkout_tax_id_invalid', { loc, country })
}
