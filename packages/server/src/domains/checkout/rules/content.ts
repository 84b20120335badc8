import type { getCheckout } from '@guildhall/contract/checkout/checkouts'
import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Refusal } from '../../../kernel/refusal.ts'

type Shown = AnswerOf<typeof getCheckout>

export type PriceFacts = Shown['productPrice']
export type AddressFacts = NonNullable<Shown['customerBillingAddress']>
export type Answers = Shown['customFieldData']
type Metadata = Shown['metadata']

/** What of a product decides. */
export type ProductFacts = Pick<Shown['product'], 'id' | 'isArchived' | 'isRecurring' | 'prices'>

/** What a buyer chose and said, and what it comes to, but for the tax. */
export interface CheckoutContent {
  readonly productId: Id<'product'>
  readonly productPriceId: Id<'productPrice'>
  readonly discountId: Id<'discount'> | null
  /** A free one that becomes what is bought. */
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
}

/** A discount as far as a checkout asks. */
export interface DiscountFacts {
  readonly id: Id<'discount'>
  /** Whether it can be used at this moment. */
  readonly isRedeemable: boolean
  /** Those of the offered products that it is for. */
  readonly appliesTo: readonly Id<'product'>[]
  readonly amountOf: (base: MinorUnits) => MinorUnits
}

/** What is known where a checkout is begun or changed: all of it facts and pure functions. */
export interface Knowledge {
  /** To choose from, in the seller’s order. */
  readonly products: readonly ProductFacts[]
  readonly readAnswers: (
    productId: Id<'product'>,
    given: Answers,
    isComplete: boolean,
  ) => Answers | Refusal
  /** Those that still fit. */
  readonly keptAnswers: (productId: Id<'product'>, given: Answers) => Answers
  readonly readTaxId: (country: string, text: string) => TaxId | null
}
