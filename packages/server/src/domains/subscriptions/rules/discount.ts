import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { allocate, minorUnits, sum, times } from '../../../kernel/money.ts'
import { addMonths } from '../../../kernel/period.ts'
import { basisPoints } from '../../../kernel/ratio.ts'
import type { DiscountInForce, DiscountWanted, PriceWanted } from './facts.ts'

interface PeriodBegun {
  readonly start: Date
  readonly anchorDay: number
}

/**
 * A discount in a period that begins: null where it is over by then, and marked with the period
 * where that is the first one.
 */
export function discountIn(
  { start, anchorDay }: PeriodBegun,
  discount: DiscountInForce | null,
): DiscountInForce | null {
  if (discount === null) return null
  const { appliedAt } = discount
  if (appliedAt === null) return { ...discount, appliedAt: start }
  return start > lastStart({ ...discount, appliedAt }, anchorDay) ? null : discount
}

const endOfTime = new Date(8_640_000_000_000_000)

/** The latest instant at which a period may begin and still have the discount. */
function lastStart(
  discount: DiscountInForce & { readonly appliedAt: Date },
  anchorDay: number,
): Date {
  switch (discount.duration) {
    case 'once':
      return discount.appliedAt
    case 'forever':
      return endOfTime
    case 'repeating':
      assert(discount.durationInMonths !== null, 'a repeating discount lasts a number of months')
      return addMonths(discount.appliedAt, discount.durationInMonths - 1, anchorDay)
  }
}

interface Discounted {
  readonly id: Id<'product'>
  readonly prices: readonly Pick<PriceWanted, 'kind'>[]
}

/** Whether there is anything of a product that a discount may take something off. */
export const isApplicable = (
  { productIds }: Pick<DiscountInForce, 'productIds'>,
  { id, prices }: Discounted,
): boolean =>
  (productIds.length === 0 || productIds.includes(id)) && prices.some(({ kind }) => kind !== 'free')

/**
 * What it takes off each of several amounts. A fixed one is split so that its parts add up to it; a
 * percentage is rounded for each alone.
 */
export function discountShares(
  discount: DiscountInForce | null,
  bases: readonly MinorUnits[],
): readonly MinorUnits[] {
  if (discount === null) return bases.map(() => minorUnits(0))
  const { amount, basisPoints: points } = discount
  if (discount.type === 'percentage') {
    assert(points !== null, 'a percentage has basis points')
    return bases.map((base) => times(base, basisPoints(points)))
  }
  assert(amount !== null, 'a fixed discount has an amount')
  return allocate(minorUnits(Math.min(amount, sum(bases))), bases)
}

/** As it is taken now: it hasn’t taken anything off yet. */
export const taken = ({
  isRedeemable: _isRedeemable,
  ...discount
}: DiscountWanted): DiscountInForce => ({ ...discount, appliedAt: null })
