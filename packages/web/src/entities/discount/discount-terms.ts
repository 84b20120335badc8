import { movePoint } from '#/lib/amount-text.ts'
import { formatPrice } from '#/lib/format.ts'

/** The parts of a discount that are formatted. */
export type DiscountTerms = (
  | { type: 'percentage'; basisPoints: number }
  | { type: 'fixed'; amount: number; currency: string }
) &
  ({ duration: 'once' | 'forever' } | { duration: 'repeating'; durationInMonths: number })

/** The amount off: “12.5 %”, “$5”. */
export function amountText(discount: DiscountTerms): string {
  if (discount.type === 'percentage') return `${percentOf(discount.basisPoints)} %`
  return formatPrice(discount.amount, discount.currency.toUpperCase())
}

/** How long it applies: to the first payment of a subscription, to all, or for some months. */
export function durationText(discount: DiscountTerms): string {
  if (discount.duration !== 'repeating') return discount.duration
  const { durationInMonths: months } = discount
  return months === 1 ? 'for a month' : `for ${months} months`
}

/** Hundredths of a percent as percent. */
export const percentOf = (basisPoints: number): string => movePoint(String(basisPoints), -2) ?? ''
