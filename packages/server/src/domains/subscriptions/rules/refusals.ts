import type { Currency } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { storePrice } from '../../../kernel/stored-price.ts'
import { appliesTo } from './discount.ts'
import type {
  CatalogDiscount,
  CatalogPrice,
  CatalogProduct,
  SubscriptionFacts,
  SubscriptionPrice,
} from './facts.ts'
import { hasEnded, isOverdue } from './lifecycle.ts'

type StateRefusal = Refusal<
  'subscription_canceled' | 'subscription_incomplete' | 'subscription_past_due'
>

interface State {
  readonly status: string
  readonly cancelAtPeriodEnd: boolean
}

export const canChangePlan = (state: State): boolean => stateRefusal(state) === null

/** A subscription can’t change while it is canceled, incomplete or overdue. */
export function stateRefusal({ status, cancelAtPeriodEnd }: State): StateRefusal | null {
  if (hasEnded(status) || cancelAtPeriodEnd) return refuse('subscription_canceled')
  if (status === 'incomplete') return refuse('subscription_incomplete')
  return isOverdue(status) ? refuse('subscription_past_due') : null
}

/** Until its period is paid there is nothing to credit, and twice the price would be charged. */
export const unpaidRefusal = ({
  hasOpenOrders,
}: SubscriptionFacts): Refusal<'subscription_payment_under_way'> | null =>
  hasOpenOrders ? refuse('subscription_payment_under_way') : null

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
  product: CatalogProduct,
  quantity: number,
): ProductRefusal | null {
  if (product.isArchived) return refuse('subscription_product_archived', inProduct)
  if (product.interval === null) return refuse('subscription_product_one_time', inProduct)
  if (hasPrice(product, 'custom')) return refuse('subscription_product_custom_price', inProduct)
  if (product.prices.some((price) => !isIn(facts.currency, price))) {
    return refuse('subscription_product_currency', inProduct)
  }
  return isCurrent(facts, product, quantity)
    ? refuse('subscription_product_unchanged', inProduct)
    : null
}

const isIn = (currency: Currency, price: CatalogPrice): boolean =>
  price.currency === null || price.currency === currency

/** Whether the subscription already has this product at these prices and in this quantity. */
const isCurrent = (facts: SubscriptionFacts, product: CatalogProduct, quantity: number): boolean =>
  product.id === facts.product.id &&
  product.prices.length === facts.prices.length &&
  product.prices.every((price) =>
    facts.prices.some(
      (one) => isSamePrice(one, price) && one.quantity === quantityOf(price, quantity),
    ),
  )

const quantityOf = ({ kind }: CatalogPrice, quantity: number): number =>
  kind === 'fixed' ? quantity : 1

/** Compares terms instead of ids, because the catalog may replace a price by an equal one. */
export const isSamePrice = (
  one: SubscriptionPrice,
  { kind, amount, metered, meterId }: Omit<CatalogPrice, 'currency'>,
): boolean =>
  one.kind === kind &&
  one.amount === amount &&
  one.meterId === meterId &&
  isSame(one.metered && storePrice(one.metered), metered && storePrice(metered))

type DiscountRefusal = Refusal<
  'subscription_discount_unknown' | 'subscription_discount_not_applicable'
>

const inDiscount = { loc: ['body', 'discount_id'] }

export function discountRefusal(
  currency: Currency,
  discount: CatalogDiscount,
  product: Pick<CatalogProduct, 'id'> & { readonly prices: readonly Pick<CatalogPrice, 'kind'>[] },
): DiscountRefusal | null {
  if (!discount.isRedeemable) return refuse('subscription_discount_unknown', inDiscount)
  const isOfOtherCurrency = discount.currency !== null && discount.currency !== currency
  return isOfOtherCurrency || !appliesTo(discount, product)
    ? refuse('subscription_discount_not_applicable', inDiscount)
    : null
}

const hasPrice = ({ prices }: CatalogProduct, kind: CatalogPrice['kind']): boolean =>
  prices.some((price) => price.kind === kind)

interface FirstPeriod {
  /** Null where the first paid period starts immediately. */
  readonly trialEnd: Date | null
  readonly now: Date
}

/** Without a checkout, only subscriptions that cost nothing at first can start. */
export function creationRefusal(
  product: CatalogProduct,
  { trialEnd, now }: FirstPeriod,
): Refusal | null {
  if (product.isArchived) return refuse('subscription_product_archived', inProduct)
  if (product.interval === null) return refuse('subscription_product_one_time', inProduct)
  if (hasPrice(product, 'custom')) return refuse('subscription_product_custom_price', inProduct)
  if (trialEnd === null && hasPrice(product, 'fixed')) {
    return refuse('subscription_product_not_free', inProduct)
  }
  return trialEnd !== null && trialEnd <= now
    ? refuse('subscription_trial_end_past', { loc: ['body', 'trial_end'] })
    : null
}
