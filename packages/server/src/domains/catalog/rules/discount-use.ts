import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, times } from '../../../kernel/money.ts'
import { basisPoints } from '../../../kernel/ratio.ts'

interface RedeemableDiscount {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly maxRedemptions: number | null
  readonly redemptionsCount: number
  readonly deletedAt: Date | null
}

export const isRedeemable = (
  { startsAt, endsAt, maxRedemptions, redemptionsCount, deletedAt }: RedeemableDiscount,
  now: Date,
): boolean =>
  deletedAt === null &&
  (startsAt === null || now >= startsAt) &&
  (endsAt === null || now < endsAt) &&
  (maxRedemptions === null || redemptionsCount < maxRedemptions)

interface Discounted {
  readonly id: Id<'product'>
  readonly isRecurring: boolean
  readonly prices: readonly { readonly amountType: string }[]
}

/** A free product has nothing to discount. */
export const isDiscountable = ({ prices }: Pick<Discounted, 'prices'>): boolean =>
  prices.some(({ amountType }) => amountType !== 'free')

/** An empty list of products means all products. */
export const isApplicable = (
  { duration, productIds }: { readonly duration: string; readonly productIds: readonly string[] },
  product: Discounted,
): boolean =>
  isDiscountable(product) &&
  (productIds.length === 0 || productIds.includes(product.id)) &&
  (duration !== 'repeating' || product.isRecurring)

interface DiscountTerms {
  readonly type: string
  readonly amount: MinorUnits | null
  readonly basisPoints: number | null
}

/** Never more than the base. */
export function discountAmountOf(terms: DiscountTerms, base: MinorUnits): MinorUnits {
  if (terms.type === 'fixed') {
    assert(terms.amount !== null, 'a fixed discount has an amount')
    return minorUnits(Math.min(terms.amount, base))
  }
  assert(terms.basisPoints !== null, 'a percentage has basis points')
  return times(base, basisPoints(terms.basisPoints))
}
