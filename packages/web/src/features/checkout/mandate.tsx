import { formatMoney } from '#/lib/format.ts'
import type { Sums } from './totals.ts'
import type { Checkout } from './wire.ts'

/** What the buyer agrees to by paying. */
export function Mandate({ checkout }: { checkout: Checkout }) {
  const { product, organization, isPaymentFormRequired } = checkout
  if (!isPaymentFormRequired) return null
  return (
    <p className="text-xs text-ink-3">
      {product.recurringInterval === null
        ? `You pay ${organization.name} once. No recurring charges.`
        : `Renews ${adverbs[product.recurringInterval]} until canceled. You can cancel at any ` +
          `time. You authorize ${organization.name} to charge this card until then.`}
    </p>
  )
}

const adverbs = { month: 'monthly', year: 'yearly' } as const

/** “Pay $34.80”, “Get it for free”. */
export function payLabel(
  { product, currency, isPaymentFormRequired }: Checkout,
  sums: Sums,
): string {
  const isRecurring = product.recurringInterval !== null
  if (!isPaymentFormRequired && sums.total === 0) return 'Get it for free'
  if (!isPaymentFormRequired && sums.due === 0) return 'Pay with your credit'
  const money = formatMoney(sums.due, currency.toUpperCase())
  if (sums.due === 0) return 'Subscribe'
  return isRecurring ? `Pay ${money} and subscribe` : `Pay ${money}`
}
