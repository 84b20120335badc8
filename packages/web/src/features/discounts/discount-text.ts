import { formatCount } from '#/lib/format.ts'
import type { Discount } from './discount-queries.ts'

export function redemptionText({ redemptionsCount, maxRedemptions }: Discount): string {
  const count = formatCount(redemptionsCount)
  return maxRedemptions === null ? count : `${count} / ${formatCount(maxRedemptions)}`
}

type DiscountStatus = 'active' | 'scheduled' | 'expired' | 'used_up'

/** Whether buyers can redeem it now, and why not. */
export function statusOf(
  { startsAt, endsAt, redemptionsCount, maxRedemptions }: Discount,
  now: Date,
): DiscountStatus {
  if (endsAt !== null && endsAt <= now) return 'expired'
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'used_up'
  return startsAt !== null && startsAt > now ? 'scheduled' : 'active'
}
