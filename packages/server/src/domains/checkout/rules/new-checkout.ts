import type { createCheckout } from '@guildhall/contract/checkout/checkouts'
import { missingForTax } from '@guildhall/contract/customers/address'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isWholeAddress, readTaxNumber } from './buyer-details.ts'
import type {
  AddressFacts,
  CheckoutContent,
  CheckoutContext,
  DiscountFacts,
  PriceFacts,
  ProductFacts,
} from './content.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

type SellerInput = Omit<
  BodyOf<typeof createCheckout>,
  'organizationId' | 'products' | 'productId' | 'productPriceId' | 'subscriptionId' | 'discountId'
>

export interface CheckoutInput extends SellerInput {
  /** Whether the seller named the embed origin; by default a visitor claims it. */
  readonly isEmbedOriginGiven?: boolean
}

/** A customer that the seller named. */
interface CustomerFacts {
  readonly id: Id<'customer'>
  readonly email: string
  readonly name: string | null
  readonly externalId: string | null
  readonly billingAddress: AddressFacts | null
  readonly taxId: CheckoutContent['customerTaxId']
}

export interface NewCheckout {
  readonly input: CheckoutInput
  readonly product: ProductFacts
  readonly discount: DiscountFacts | null
  readonly customer: CustomerFacts | null
  readonly upgradeOf: Id<'subscription'> | null
}

/** The content of a new checkout. Known details of the customer fill absent fields. */
export function planNewCheckout(
  context: CheckoutContext,
  { input, product, discount, customer, upgradeOf }: NewCheckout,
): CheckoutContent | Refusal {
  const price = selectedPrice(product)
  const amount = amountOf(price, input.amount ?? null)
  if (isRefused(amount)) return amount
  const unusable = discount === null ? null : discountRefusal(discount, product.id, 'discount_id')
  if (unusable !== null) return unusable
  const address = initialAddress(input, customer)
  const taxId = initialTaxId(context, input, { address, customer })
  if (isRefused(taxId)) return taxId
  const answers = context.readAnswers(product.id, input.customFieldData ?? {}, false)
  if (isRefused(answers)) return answers
  return {
    productId: product.id,
    productPriceId: price.id,
    discountId: discount?.id ?? null,
    subscriptionId: upgradeOf,
    currency: currencyOf(price),
    amount,
    discountAmount: discount?.amountOf(amount) ?? minorUnits(0),
    allowDiscountCodes: input.allowDiscountCodes ?? true,
    requireBillingAddress:
      input.requireBillingAddress === true || (address !== null && isWholeAddress(address)),
    isBusinessCustomer: input.isBusinessCustomer ?? false,
    customerId: customer?.id ?? null,
    isCustomerGiven: customer !== null,
    customerExternalId:
      input.externalCustomerId ?? input.customerExternalId ?? customer?.externalId ?? null,
    customerName: input.customerName ?? customer?.name ?? null,
    customerEmail: customer?.email ?? input.customerEmail ?? null,
    customerIpAddress: input.customerIpAddress ?? null,
    customerBillingName: input.customerBillingName ?? null,
    customerBillingAddress: address,
    customerTaxId: taxId,
    customerMetadata: input.customerMetadata ?? {},
    customFieldData: answers,
    metadata: input.metadata ?? {},
    successUrl: input.successUrl ?? null,
    embedOrigin: input.embedOrigin ?? null,
    isEmbedOriginGiven: input.embedOrigin != null && input.isEmbedOriginGiven === true,
  }
}

export function discountRefusal(
  discount: DiscountFacts,
  productId: Id<'product'>,
  field: 'discount_id' | 'discount_code',
): Refusal<'checkout_discount_unknown' | 'checkout_discount_not_applicable'> | null {
  const loc = ['body', field]
  if (!discount.isRedeemable) return refuse('checkout_discount_unknown', { loc })
  if (discount.appliesTo.includes(productId)) return null
  return refuse('checkout_discount_not_applicable', { loc })
}

const dollars = 'usd' as Currency

/** Free prices have no currency. */
export const currencyOf = (price: PriceFacts): Currency =>
  price.amountType === 'free' ? dollars : price.priceCurrency

/** Addresses of customers from before states were checked may have one that doesn’t exist. */
function initialAddress(
  { customerBillingAddress: given }: CheckoutInput,
  customer: CustomerFacts | null,
): AddressFacts | null {
  const known = given ?? customer?.billingAddress ?? null
  if (known === null) return null
  const isStateMissing = missingForTax(known, { byPostalCode: false }) === 'state'
  return isStateMissing ? { ...known, state: null } : known
}

interface Buyer {
  readonly address: AddressFacts | null
  readonly customer: CustomerFacts | null
}

function initialTaxId(
  context: CheckoutContext,
  { customerTaxId: given, customerBillingAddress }: CheckoutInput,
  { address, customer }: Buyer,
): CheckoutContent['customerTaxId'] | Refusal {
  if (given != null) return readTaxNumber(context, given, address)
  // With another address the country may differ, where the stored number means nothing.
  return customerBillingAddress == null ? (customer?.taxId ?? null) : null
}
