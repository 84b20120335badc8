import { createHash } from 'node:crypto'
import { readState } from '@guildhall/contract/tax/places'
import type { Stripe } from 'stripe'
import type { TaxQuestion } from '../tax-question.ts'

/** Services delivered electronically, whatever they are: the broadest code for what is sold here. */
const taxCode = 'txcd_10000000'

export type KnownPlace = NonNullable<TaxQuestion['address']>

/** One line for the whole sale, on top of which the tax comes. */
export const calculationAsked = (
  { currency, netAmount, reference, taxId, isBusiness }: TaxQuestion,
  address: KnownPlace,
): Stripe.Tax.CalculationCreateParams => ({
  currency,
  line_items: [{ amount: netAmount, reference, tax_behavior: 'exclusive', tax_code: taxCode }],
  customer_details: {
    address: {
      country: address.country,
      line1: address.line1 ?? '',
      line2: address.line2 ?? '',
      postal_code: address.postalCode ?? '',
      city: address.city ?? '',
      state: stateOf(address),
    },
    address_source: 'billing',
    ...(isBusiness && taxId !== null && { tax_ids: [{ type: taxId[1], value: taxId[0] }] }),
  },
})

const stateOf = ({ country, state }: KnownPlace): string =>
  state === null ? '' : (readState(country, state) ?? state)

/** The same question has the same key, so that it is one calculation. */
export const keyOf = (organizationId: string, asked: object): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, asked]))
    .digest('hex')
