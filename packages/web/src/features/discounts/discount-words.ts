import { movePoint } from '../../lib/amount-text.ts'
import { formatPrice } from '../../lib/format.ts'
import type { Discount } from './discount-queries.ts'

/** What it takes off: “12.5 %”, “$5 USD”. */
export function amountWords(discount: Discount): string {
  if (discount.type === 'percentage') return `${percentOf(discount.basisPoints)} %`
  const currency = discount.currency.toUpperCase()
  return `${formatPrice(discount.amount, currency)} ${currency}`
}

/** For how long: of a subscription the first payment, all, or those of some months. */
export function durationWords(discount: Discount): string {
  if (discount.duration !== 'repeating') return discount.duration
  const { durationInMonths: months } = discount
  return months === 1 ? 'for a month' : `for ${months} months`
}

export function redemptionWords({ redemptionsCount, maxRedemptions }: Discount): string {
  const count = redemptionsCount.toLocaleString()
  return maxRedemptions === null ? count : `${count} / ${maxRedemptions.toLocaleString()}`
}

/** Hundredths of a percent as percent. */
export const percentOf = (basisPoints: number): string => movePoint(String(basisPoints), -2) ?? ''

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
