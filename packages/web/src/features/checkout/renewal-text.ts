import { formatMoney } from '#/lib/format.ts'
import type { Sums } from './totals.ts'
import type { Checkout } from './wire.ts'

const yearMonths = 12

/** The number of renewals that the discount still reduces. */
function discountedAfterFirst({ discount, product }: Checkout): number {
  if (discount === null) return 0
  if (discount.duration !== 'repeating') return discount.duration === 'forever' ? Infinity : 0
  const periodMonths = product.recurringInterval === 'year' ? yearMonths : 1
  return Math.ceil(discount.durationInMonths / periodMonths) - 1
}

type Renewed = Pick<Sums, 'amount' | 'discount' | 'tax'>

/** The cost of renewals; null if nothing renews. */
export function renewalText(checkout: Checkout, { amount, discount, tax }: Renewed): string | null {
  const interval = checkout.product.recurringInterval
  if (interval === null) return null
  const price = (cents: number) =>
    `${formatMoney(cents, checkout.currency.toUpperCase())} a ${interval}`
  const isMetered = checkout.product.prices.some(({ amountType }) => amountType === 'metered_unit')
  if (isMetered && amount === 0) return `Then what you have used, each ${interval}.`
  const more = discountedAfterFirst(checkout)
  const added = [...(isMetered ? ['usage'] : []), ...(tax === 0 ? [] : ['tax'])]
  const plus = added.length === 0 ? '' : `, plus ${added.join(' and ')}`
  if (more === 0) return `Then ${price(amount)}${plus}.`
  if (more === Infinity) return `Then ${price(amount - discount)}${plus}.`
  const periods = more === 1 ? `one more ${interval}` : `${more} more ${interval}s`
  return `Then ${price(amount - discount)} for ${periods}, and ${price(amount)} after that${plus}.`
}
