import { Money } from '#/ui/money.tsx'
import type { Subscription } from './subscription-queries.ts'

interface AmountPerPeriodProps {
  subscription: Pick<Subscription, 'amount' | 'currency' | 'recurringInterval' | 'prices'>
}

/** The price per period. */
export function AmountPerPeriod({ subscription }: AmountPerPeriodProps) {
  const { amount, currency, recurringInterval, prices } = subscription
  const isMetered = prices.some(({ amountType }) => amountType === 'metered_unit')
  if (amount === 0 && isMetered) return 'Usage'
  if (amount === 0 && prices.every(({ amountType }) => amountType === 'free')) return 'Free'
  return (
    <>
      <Money amount={amount} currency={currency} className="whitespace-nowrap" />{' '}
      <span className="whitespace-nowrap text-ink-3">
        / {recurringInterval}
        {isMetered && ' + usage'}
      </span>
    </>
  )
}
