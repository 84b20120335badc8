import type { createCheckout } from '@guildhall/contract/checkout/checkouts'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isWholeAddress, readAddress, readTaxNumber } from './buyer.ts'
import type {
  AddressFacts,
  CheckoutContent,
  DiscountFacts,
  Knowledge,
  PriceFacts,
  ProductFacts,
} from './content.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

export type BeginningWish = Omit<
  BodyOf<typeof createCheckout>,
  'organizationId' | 'products' | 'productId' | 'productPriceId' | 'subscriptionId' | 'discountId'
>

/** What is known of a customer whom the seller named. */
interface CustomerFacts {
  readonly id: Id<'customer'>
  readonly email: string
  readonly name: string | null
  readonly externalId: string | null
  readonly billingAddress: AddressFacts | null
  readonly taxId: CheckoutContent['customerTaxId']
}

export interface Beginning {
  readonly wish: BeginningWish
  readonly product: ProductFacts
  readonly discount: DiscountFacts | null
  readonly customer: CustomerFacts | null
  readonly upgradeOf: Id<'subscription'> | null
}

/** A checkout as it begins. What a customer told before is taken over where nothing else is said. */
export function planBeginning(
  knowledge: Knowledge,
  { wish, product, discount, customer, upgradeOf }: Beginning,
): CheckoutContent | Refusal {
  const price = selectedPrice(product)
  const amount = amountOf(price, wish.amount ?? null)
  if (isRefused(amount)) return amount
  const unusable = discount === null ? null : discountRefusal(discount, product.id, 'discount_id')
  if (unusable !== null) return unusable
  const address = addressAtFirst(wish, customer)
  if (isRefused(address)) return address
  const taxId = taxIdAtFirst(knowledge, wish, { address, customer })
  if (isRefused(taxId)) return taxId
  const answers = knowledge.readAnswers(product.id, wish.customFieldData ?? {}, false)
  if (isRefused(answers)) return answers
  return {
    productId: product.id,
    productPriceId: price.id,
    discountId: discount?.id ?? null,
    subscriptionId: upgradeOf,
    currency: currencyOf(price),
    amount,
    discountAmount: discount?.amountOf(amount) ?? minorUnits(0),
    allowDiscountCodes: wish.allowDiscountCodes ?? true,
    requireBillingAddress:
      wish.requireBillingAddress === true || (address !== null && isWholeAddress(address)),
    isBusinessCustomer: wish.isBusinessCustomer ?? false,
    customerId: customer?.id ?? null,
    isCustomerGiven: customer !== null,
    customerExternalId:
      wish.externalCustomerId ?? wish.customerExternalId ?? customer?.externalId ?? null,
    customerName: wish.customerName ?? customer?.name ?? null,
    customerEmail: customer?.email ?? wish.customerEmail ?? null,
    customerIpAddress: wish.customerIpAddress ?? null,
    customerBillingName: wish.customerBillingName ?? null,
    customerBillingAddress: address,
    customerTaxId: taxId,
    customerMetadata: wish.customerMetadata ?? {},
    customFieldData: answers,
    metadata: wish.metadata ?? {},
    successUrl: wish.successUrl ?? null,
    embedOrigin: wish.embedOrigin ?? null,
  }
}

/** Whether a discount can’t be used for a product, and where to say so. */
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

/** What is free has no currency of its own. */
export const currencyOf = (price: PriceFacts): Currency =>
  price.amountType === 'free' ? dollars : price.priceCurrency

/** What is known of a customer was taken in elsewhere, and may have a state that nobody knows. */
function addressAtFirst(
  { customerBillingAddress: said }: BeginningWish,
  customer: CustomerFacts | null,
): AddressFacts | null | Refusal<'checkout_state_unknown'> {
  if (said != null) return readAddress(said)
  const known = customer?.billingAddress ?? null
  if (known === null) return null
  const read = readAddress(known)
  return isRefused(read) ? { ...known, state: null } : read
}

interface Known {
  readonly address: AddressFacts | null
  readonly customer: CustomerFacts | null
}

function taxIdAtFirst(
  knowledge: Knowledge,
  { customerTaxId: said, customerBillingAddress }: BeginningWish,
  { address, customer }: Known,
): CheckoutContent['customerTaxId'] | Refusal {
  if (said != null) return readTaxNumber(knowledge, said, address)
  // Another address may be another country’s, where the number means nothing.
  return customerBillingAddress == null ? (customer?.taxId ?? null) : null
}
