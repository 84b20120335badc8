import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { allocate, minorUnits, sum, times } from '../../../kernel/money.ts'
import { addMonths } from '../../../kernel/period.ts'
import { basisPoints } from '../../../kernel/ratio.ts'
import type {
  CatalogDiscount,
  CatalogPrice,
  SubscriptionDiscount,
  SubscriptionFacts,
} from './facts.ts'

interface StartedPeriod {
  readonly start: Date
  readonly anchorDay: number
}

/**
 * The discount of a period that starts: null where it is over by then. Its first period marks it.
 */
export function discountForPeriod(
  { start, anchorDay }: StartedPeriod,
  discount: SubscriptionDiscount | null,
): SubscriptionDiscount | null {
  if (discount === null) return null
  const { appliedAt } = discount
  if (appliedAt === null) return { ...discount, appliedAt: start }
  return start > lastStart({ ...discount, appliedAt }, anchorDay) ? null : discount
}

const endOfTime = new Date(8_640_000_000_000_000)

/** The latest start of a period that still gets the discount. */
function lastStart(
  discount: SubscriptionDiscount & { readonly appliedAt: Date },
  anchorDay: number,
): Date {
  switch (discount.duration) {
    case 'once':
      return discount.appliedAt
    case 'forever':
      return endOfTime
    case 'repeating':
      assert(discount.durationInMonths !== null, 'a repeating discount has a number of months')
      return addMonths(
        discount.appliedAt,
        discount.durationInMonths - 1,
        firstAnchorDay(discount.appliedAt, anchorDay),
      )
  }
}

/**
 * The anchor day of the cycle that a discount started in, so that a new cycle doesn’t prolong it. On
 * the last day of a month it may be a later day than that.
 */
export function firstAnchorDay(start: Date, anchorDay: number): number {
  const day = start.getUTCDate()
  const isLastOfMonth = addMonths(start, 0, latestDay).getUTCDate() === day
  return isLastOfMonth ? Math.max(day, anchorDay) : day
}

const latestDay = 31

/**
 * What reduces usage that is billed before its period is over: a percentage that the next period
 * would get too, as if the usage were billed with it. A fixed discount was already deducted at the
 * start of the period.
 */
export function discountForUsage(
  facts: Pick<SubscriptionFacts, 'discount' | 'anchorDay'>,
  at: Date,
): SubscriptionDiscount | null {
  const discount = discountForPeriod({ start: at, anchorDay: facts.anchorDay }, facts.discount)
  return discount?.type === 'percentage' ? discount : null
}

interface PricedProduct {
  readonly id: Id<'product'>
  readonly prices: readonly Pick<CatalogPrice, 'kind'>[]
}

/** Whether the discount is for this product, and the product costs anything. */
export const appliesTo = (
  { productIds }: Pick<SubscriptionDiscount, 'productIds'>,
  { id, prices }: PricedProduct,
): boolean =>
  (productIds.length === 0 || productIds.includes(id)) && prices.some(({ kind }) => kind !== 'free')

/**
 * What the discount takes off each amount. A fixed discount is split so that its shares add up to
 * it; a percentage is rounded for each amount separately.
 */
export function discountShares(
  discount: SubscriptionDiscount | null,
  amounts: readonly MinorUnits[],
): readonly MinorUnits[] {
  if (discount === null) return amounts.map(() => minorUnits(0))
  const { amount, basisPoints: points } = discount
  if (discount.type === 'percentage') {
    assert(points !== null, 'a percentage has basis points')
    return amounts.map((one) => times(one, basisPoints(points)))
  }
  assert(amount !== null, 'a fixed discount has an amount')
  return allocate(minorUnits(Math.min(amount, sum(amounts))), amounts)
}

/** A discount that is added to a subscription now, before its first period. */
export const newDiscount = ({
  isRedeemable: _isRedeemable,
  ...discount
}: CatalogDiscount): SubscriptionDiscount => ({ ...discount, appliedAt: null })
