import type { DiscountStatus } from '@guildhall/contract/catalog/discount-shapes'
import { formatCount } from '#/lib/format.ts'
import type { Discount } from './discount-queries.ts'

export function redemptionText({ redemptionsCount, maxRedemptions }: Discount): string {
  const count = formatCount(redemptionsCount)
  return maxRedemptions === null ? count : `${count} / ${formatCount(maxRedemptions)}`
}

/** As on badges and in the filter. */
export const statusText = {
  active: 'active',
  scheduled: 'scheduled',
  ended: 'ended',
  used_up: 'fully redeemed',
} as const satisfies Record<DiscountStatus, string>

/** Whether buyers can redeem it now, and why not. */
export function statusOf(
  { startsAt, endsAt, redemptionsCount, maxRedemptions }: Discount,
  now: Date,
): DiscountStatus {
  if (endsAt !== null && endsAt <= now) return 'ended'
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'used_up'
  return startsAt !== null && startsAt > now ? 'scheduled' : 'active'
}
