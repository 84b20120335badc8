import type { addressFieldModes } from '@guildhall/contract/checkout/checkout-shapes'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { hasStates } from '@guildhall/contract/tax/places'
import type { AddressFacts, ProductFacts } from './content.ts'

type Mode = (typeof addressFieldModes)[number]
type AddressField = keyof AddressFacts

export type AddressModes = Readonly<Record<AddressField, Mode>>

interface Payable {
  readonly product: Pick<ProductFacts, 'isRecurring' | 'prices'>
  /** The total, less the credit that pays for it. */
  readonly dueAmount: MinorUnits
}

export interface PaymentRequirements {
  readonly isFreeProductPrice: boolean
  /** Something must be paid now. */
  readonly isPaymentRequired: boolean
  /** Something must be paid later. */
  readonly isPaymentSetupRequired: boolean
  readonly isPaymentFormRequired: boolean
}

export function paymentRequirements({ product, dueAmount }: Payable): PaymentRequirements {
  const isFreeProductPrice = isFreeProduct(product)
  const isPaymentRequired = dueAmount > 0
  const isPaymentSetupRequired = product.isRecurring && !isFreeProductPrice
  return {
    isFreeProductPrice,
    isPaymentRequired,
    isPaymentSetupRequired,
    isPaymentFormRequired: isPaymentRequired || isPaymentSetupRequired,
  }
}

interface AddressRequirements {
  readonly country: string | null
  /** The seller requires it, or it is printed on an invoice for a business. */
  readonly wholeAddress: boolean
  /** Whether anything is paid, now or later, be it with credit. */
  readonly isPaidFor: boolean
}

/**
 * The fields of the billing address. Tax in the United States depends on the whole address, in
 * Canada on the province; in other countries the country is enough. A buyer who pays nothing needs
 * no address.
 */
export function billingAddressFields(requirements: AddressRequirements): AddressModes {
  const { country, wholeAddress, isPaidFor } = requirements
  const isRequested = wholeAddress || isPaidFor
  const isWhole = wholeAddress || (isRequested && country === 'US')
  const mode = (isRequired: boolean): Mode => (isRequired ? 'required' : 'disabled')
  const isStateKnown = country !== null && hasStates(country)
  return {
    country: mode(isRequested),
    state: isRequested && !isStateKnown && isWhole ? 'optional' : mode(isRequested && isStateKnown),
    city: mode(isWhole),
    postalCode: mode(isWhole),
    line1: mode(isWhole),
    line2: isWhole ? 'optional' : 'disabled',
  }
}

/** For clients that only distinguish shown and hidden fields; the country is always shown. */
export const shownAddressFields = (
  modes: AddressModes,
): Readonly<Record<AddressField, boolean>> => ({
  country: true,
  state: modes.state !== 'disabled',
  city: modes.city !== 'disabled',
  postalCode: modes.postalCode !== 'disabled',
  line1: modes.line1 !== 'disabled',
  line2: modes.line2 !== 'disabled',
})

export const isFreeProduct = ({ prices }: Pick<ProductFacts, 'prices'>): boolean =>
  prices.every(({ amountType }) => amountType === 'free')
