import type { Currency } from '@guildhall/contract/primitives'
import { compareDecimals } from '../../../kernel/decimal.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isApplicable } from './discount.ts'
import type {
  DiscountWanted,
  PriceInForce,
  PriceWanted,
  ProductWanted,
  SubscriptionFacts,
} from './facts.ts'
import { hasEnded } from './lifecycle.ts'

type StateRefusal = Refusal<
  'subscription_canceled' | 'subscription_incomplete' | 'subscription_past_due'
>

/** What has ended, or is about to, isn’t changed; what isn’t paid is to be paid first. */
export function stateRefusal(facts: SubscriptionFacts): StateRefusal | null {
  if (hasEnded(facts.status) || facts.cancelAtPeriodEnd) return refuse('subscription_canceled')
  switch (facts.status) {
    case 'incomplete':
      return refuse('subscription_incomplete')
    case 'past_due':
    case 'unpaid':
      return refuse('subscription_past_due')
    default:
      return null
  }
}

type ProductRefusal = Refusal<
  | 'subscription_product_archived'
  | 'subscription_product_one_time'
  | 'subscription_product_custom_price'
  | 'subscription_product_currency'
  | 'subscription_product_unchanged'
>

const inProduct = { loc: ['body', 'product_id'] }

export function productRefusal(
  facts: SubscriptionFacts,
  product: ProductWanted,
  quantity: number,
): ProductRefusal | null {
  if (product.isArchived) return refuse('subscription_product_archived', inProduct)
  if (product.interval === null) return refuse('subscription_product_one_time', inProduct)
  if (product.prices.some(({ kind }) => kind === 'custom')) {
    return refuse('subscription_product_custom_price', inProduct)
  }
  if (product.prices.some((price) => !isIn(facts.currency, price))) {
    return refuse('subscription_product_currency', inProduct)
  }
  return isInForce(facts, product, quantity)
    ? refuse('subscription_product_unchanged', inProduct)
    : null
}

const isIn = (currency: Currency, price: PriceWanted): boolean =>
  price.currency === null || price.currency === currency

/** Whether it is what they have at what they pay; at other prices the same product is a change. */
const isInForce = (facts: SubscriptionFacts, product: ProductWanted, quantity: number): boolean =>
  product.id === facts.product.id &&
  product.prices.length === facts.prices.length &&
  product.prices.every((price) =>
    facts.prices.some(
      (one) => isSamePrice(one, price) && one.quantity === quantityOf(price, quantity),
    ),
  )

const quantityOf = ({ kind }: PriceWanted, quantity: number): number =>
  kind === 'fixed' ? quantity : 1

/** A price that was replaced by its equal is another row and yet the same price. */
export const isSamePrice = (
  one: PriceInForce,
  { kind, amount, unitAmount, capAmount, meterId }: Omit<PriceWanted, 'currency'>,
): boolean =>
  one.kind === kind &&
  one.amount === amount &&
  one.capAmount === capAmount &&
  one.meterId === meterId &&
  (one.unitAmount === null || unitAmount === null
    ? one.unitAmount === unitAmount
    : compareDecimals(one.unitAmount, unitAmount) === 0)

type DiscountRefusal = Refusal<
  'subscription_discount_unknown' | 'subscription_discount_not_applicable'
>

const inDiscount = { loc: ['body', 'discount_id'] }

export function discountRefusal(
  currency: Currency,
  discount: DiscountWanted,
  product: Pick<ProductWanted, 'id'> & { readonly prices: readonly Pick<PriceWanted, 'kind'>[] },
): DiscountRefusal | null {
  if (!discount.isRedeemable) return refuse('subscription_discount_unknown', inDiscount)
  const isOfOtherCurrency = discount.currency !== null && discount.currency !== currency
  return isOfOtherCurrency || !isApplicable(discount, product)
    ? refuse('subscription_discount_not_applicable', inDiscount)
    : null
}
