import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { leftToBill } from './running-usage.ts'

interface UsageSoFarProps {
  currency: string
  meters: readonly {
    id: string
    consumedUnits: number
    amount: number
    billedAmount: number
    meter: { name: string }
  }[]
  className?: string
}

/** What was used of each metered price in the period, what that costs, and what of it was billed. */
export function UsageSoFar({ currency, meters, className }: UsageSoFarProps) {
  if (meters.length === 0) return null
  return (
    <ul aria-label="Usage so far" className={className}>
      {meters.map(({ id, consumedUnits, amount, billedAmount, meter }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere">
            {meter.name}: <span className="figures">{formatQuantity(consumedUnits)}</span>
          </span>
          <span className="figures">
            {formatMoney(amount, currency.toUpperCase())} so far
            {billedAmount > 0 &&
              `, ${formatMoney(billedAmount, currency.toUpperCase())} billed, ${formatMoney(
                leftToBill([{ amount, billedAmount }]),
                currency.toUpperCase(),
              )} left`}
          </span>
        </li>
      ))}
    </ul>
  )
}
