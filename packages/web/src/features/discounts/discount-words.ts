import type { Discount } from './discount-queries.ts'

export function redemptionWords({ redemptionsCount, maxRedemptions }: Discount): string {
  const count = redemptionsCount.toLocaleString()
  return maxRedemptions === null ? count : `${count} / ${maxRedemptions.toLocaleString()}`
}

type Standing = 'active' | 'scheduled' | 'expired' | 'used_up'

/** Whether buyers can have it now, and why not. */
export function standingOf(
  { startsAt, endsAt, redemptionsCount, maxRedemptions }: Discount,
  now: Date,
): Standing {
  if (endsAt !== null && endsAt <= now) return 'expired'
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'used_up'
  return startsAt !== null && startsAt > now ? 'scheduled' : 'active'
}
