import type { Discount } from './discount-queries.ts'

export function redemptionText({ redemptionsCount, maxRedemptions }: Discount): string {
  const count = redemptionsCount.toLocaleString()
  return maxRedemptions === null ? count : `${count} / ${maxRedemptions.toLocaleString()}`
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
