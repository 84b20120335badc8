import type { getCheckout } from '@guildhall/contract/checkout/checkouts'
import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import type { ResponseOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Refusal } from '../../../kernel/refusal.ts'

type Shown = ResponseOf<typeof getCheckout>

export type PriceFacts = Shown['productPrice']
export type AddressFacts = NonNullable<Shown['customerBillingAddress']>
export type Answers = Shown['customFieldData']
type Metadata = Shown['metadata']

/** A product as far as the rules need it. */
export type ProductFacts = Pick<Shown['product'], 'id' | 'isArchived' | 'isRecurring' | 'prices'>

/** What was bought, by whom and for how much, without the tax. */
export interface CheckoutContent {
  readonly productId: Id<'product'>
  readonly productPriceId: Id<'productPrice'>
  readonly discountId: Id<'discount'> | null
  /** A free subscription that becomes the bought one. */
  readonly subscriptionId: Id<'subscription'> | null
  readonly currency: Currency
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  readonly isBusinessCustomer: boolean
  readonly customerId: Id<'customer'> | null
  readonly isCustomerGiven: boolean
  readonly customerExternalId: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly customerIpAddress: string | null
  readonly customerBillingName: string | null
  readonly customerBillingAddress: AddressFacts | null
  readonly customerTaxId: TaxId | null
  readonly customerMetadata: Metadata
  readonly customFieldData: Answers
  readonly metadata: Metadata
  readonly successUrl: string | null
  readonly embedOrigin: string | null
  /** Whether the seller named that site; otherwise a visitor claims it. */
  readonly isEmbedOriginGiven: boolean
}

/** A discount as far as the rules need it. */
export interface DiscountFacts {
  readonly id: Id<'discount'>
  /** Whether it can be used right now. */
  readonly isRedeemable: boolean
  /** The offered products that it applies to. */
  readonly appliesTo: readonly Id<'product'>[]
  readonly amountOf: (base: MinorUnits) => MinorUnits
}

/** What other domains contribute to decisions about a checkout: facts and pure functions. */
export interface CheckoutContext {
  /** The offered products, in the seller’s order. */
  readonly products: readonly ProductFacts[]
  readonly readAnswers: (
    productId: Id<'product'>,
    given: Answers,
    isComplete: boolean,
  ) => Answers | Refusal
  /** The answers that fit the custom fields of the product. */
  readonly fittingAnswers: (productId: Id<'product'>, given: Answers) => Answers
  readonly readTaxId: (country: string, text: string) => TaxId | null
}
