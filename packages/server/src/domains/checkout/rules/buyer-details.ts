import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import { hasStates } from '@guildhall/contract/tax/places'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { AddressFacts, CheckoutContext } from './content.ts'

/** Whether it has details that only the form for whole addresses shows. */
export const isWholeAddress = (address: AddressFacts): boolean => {
  const { line1, line2, city, postalCode, state, country } = address
  const isState = state !== null && !hasStates(country)
  return isState || [line1, line2, city, postalCode].some((part) => part !== null)
}

export function readTaxNumber(
  { readTaxId }: Pick<CheckoutContext, 'readTaxId'>,
  text: string,
  address: AddressFacts | null,
): TaxId | Refusal<'checkout_tax_id_invalid' | 'checkout_tax_id_country_missing'> {
  const loc = ['body', 'customer_tax_id']
  if (address === null) {
    return refuse('checkout_tax_id_country_missing', {
      loc: ['body', 'customer_billing_address', 'country'],
    })
  }
  const { country } = address
  return readTaxId(country, text) ?? refuse('checkout_tax_id_invalid', { loc, country })
}
