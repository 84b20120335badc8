import { type Interval, type MeteredPrice, meteredLine } from './price-text.ts'

interface UsageLinesProps {
  metered: readonly MeteredPrice[]
  interval: Interval
}

/** Metered prices, listed below the fixed price. */
export function UsageLines({ metered, interval }: UsageLinesProps) {
  if (metered.length === 0) return null
  return (
    <ul aria-label="Usage" className="mt-2 grid gap-1 text-s text-ink-2">
      {metered.map((price) => (
        <li key={meteredLine(price, interval)} className="wrap-anywhere">
          {meteredLine(price, interval)}
        </li>
      ))}
    </ul>
  )
}
