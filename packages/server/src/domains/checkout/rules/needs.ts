import type { addressFieldModes } from '@guildhall/contract/checkout/checkout-shapes'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { hasStates } from '@guildhall/contract/tax/places'
import type { AddressFacts, ProductFacts } from './content.ts'

type Mode = (typeof addressFieldModes)[number]
type AddressField = keyof AddressFacts

export type AddressModes = Readonly<Record<AddressField, Mode>>

interface Payable {
  readonly product: Pick<ProductFacts, 'isRecurring' | 'prices'>
  readonly totalAmount: MinorUnits
}

export interface PaymentNeeds {
  readonly isFreeProductPrice: boolean
  /** Something is to be paid now. */
  readonly isPaymentRequired: boolean
  /** Something will be to be paid. */
  readonly isPaymentSetupRequired: boolean
  readonly isPaymentFormRequired: boolean
}

export function paymentNeeds({ product, totalAmount }: Payable): PaymentNeeds {
  const isFreeProductPrice = product.prices.every(({ amountType }) => amountType === 'free')
  const isPaymentRequired = totalAmount > 0
  const isPaymentSetupRequired = product.isRecurring && !isFreeProductPrice
  return {
    isFreeProductPrice,
    isPaymentRequired,
    isPaymentSetupRequired,
    isPaymentFormRequired: isPaymentRequired || isPaymentSetupRequired,
  }
}

interface AddressNeeds {
  readonly country: string | null
  /** The seller wants all of it, or it is printed on an invoice for a business. */
  readonly wholeAddress: boolean
  readonly isPaymentFormRequired: boolean
}

/**
 * What the form asks of the address. Tax in the United States depends on all of it, in Canada on the
 * province; elsewhere the country is enough, and whoever pays nothing is asked for nothing.
 */
export function billingAddressFields(needs: AddressNeeds): AddressModes {
  const { country, wholeAddress, isPaymentFormRequired } = needs
  const isAsked = wholeAddress || isPaymentFormRequired
  const isWhole = wholeAddress || (isAsked && country === 'US')
  const mode = (isWanted: boolean): Mode => (isWanted ? 'required' : 'disabled')
  const isStateKnown = country !== null && hasStates(country)
  return {
    country: mode(isAsked),
    state: isAsked && !isStateKnown && isWhole ? 'optional' : mode(isAsked && isStateKnown),
    city: mode(isWhole),
    postalCode: mode(isWhole),
    line1: mode(isWhole),
    line2: isWhole ? 'optional' : 'disabled',
  }
}

/** The same for clients that only know whether a field is shown; a country always is. */
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
