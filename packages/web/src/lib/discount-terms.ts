import { movePoint } from './amount-text.ts'
import { formatPrice } from './format.ts'

/** What of a discount is said in words, wherever it's shown. */
export type DiscountTerms = (
  | { type: 'percentage'; basisPoints: number }
  | { type: 'fixed'; amount: number; currency: string }
) &
  ({ duration: 'once' | 'forever' } | { duration: 'repeating'; durationInMonths: number })

/** What it takes off: “12.5 %”, “$5 USD”. */
export function amountWords(discount: DiscountTerms): string {
  if (discount.type === 'percentage') return `${percentOf(discount.basisPoints)} %`
  const currency = discount.currency.toUpperCase()
  return `${formatPrice(discount.amount, currency)} ${currency}`
}

/** For how long: of a subscription the first payment, all, or those of some months. */
export function durationWords(discount: DiscountTerms): string {
  if (discount.duration !== 'repeating') return discount.duration
  const { durationInMonths: months } = discount
  return months === 1 ? 'for a month' : `for ${months} months`
}

/** Hundredths of a percent as percent. */
export const percentOf = (basisPoints: number): string => movePoint(String(basisPoints), -2) ?? ''
