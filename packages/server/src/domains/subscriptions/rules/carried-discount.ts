import type { Id } from '@guildhall/contract/primitives'
import { addInterval, addMonths } from '../../../kernel/period.ts'
import { appliesTo, discountForPeriod, firstAnchorDay } from './discount.ts'
import type { CatalogProduct, SubscriptionDiscount, SubscriptionFacts } from './facts.ts'

interface Carried {
  readonly product: CatalogProduct
  /** Where the first period of another interval would start. */
  readonly at: Date
}

/**
 * The discount of a subscription after a change to other prices: null where it doesn’t go along. What
 * was redeemed for a single period stays with the product it was redeemed for; months that are left
 * go along to every product that the discount is for.
 */
export function carriedDiscount(
  facts: SubscriptionFacts,
  { product, at }: Carried,
): SubscriptionDiscount | null {
  const { discount } = facts
  if (discount === null || !appliesTo(discount, product) || isUsedUp(facts, discount, product)) {
    return null
  }
  if (isForOnePeriod(discount)) return isMeantFor(discount, facts, product.id) ? discount : null
  return product.interval === facts.interval || coversOne(discount, facts, { product, at })
    ? discount
    : null
}

/**
 * Whether no further period gets the discount. The current one was billed with it, and what a change
 * adds to a period is not a new one.
 */
export function isUsedUp(
  { period, anchorDay, interval }: Pick<SubscriptionFacts, 'period' | 'anchorDay' | 'interval'>,
  discount: SubscriptionDiscount,
  product: Pick<CatalogProduct, 'interval'>,
): boolean {
  if (discount.appliedAt === null) return false
  const isCounted = discount.duration === 'repeating' && product.interval !== interval
  return !isCounted && discountForPeriod({ start: period.end, anchorDay }, discount) === null
}

const isForOnePeriod = ({ duration, durationInMonths }: SubscriptionDiscount): boolean =>
  duration === 'once' || (duration === 'repeating' && durationInMonths === 1)

/** An empty list of products doesn’t say that another product was meant. */
const isMeantFor = (
  { productIds }: SubscriptionDiscount,
  { product }: SubscriptionFacts,
  id: Id<'product'>,
): boolean => id === product.id || productIds.includes(id)

/** Whether the months that are left last for a whole period of another interval. */
function coversOne(
  discount: SubscriptionDiscount,
  { anchorDay }: SubscriptionFacts,
  { product: { interval }, at }: Carried,
): boolean {
  const { durationInMonths, appliedAt } = discount
  if (durationInMonths === null || interval === null) return true
  const since = appliedAt ?? at
  const day = firstAnchorDay(since, anchorDay)
  const periodEnd = addInterval(at, { unit: interval, count: 1 }, at.getUTCDate())
  return periodEnd <= addMonths(since, durationInMonths, day)
}
