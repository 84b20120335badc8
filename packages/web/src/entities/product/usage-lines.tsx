import { type Interval, type MeteredPrice, meteredLine, tierLines } from './price-text.ts'

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
          <TierList price={price} />
        </li>
      ))}
    </ul>
  )
}

function TierList({ price }: { price: MeteredPrice }) {
  const lines = tierLines(price)
  if (lines.length === 0) return null
  return (
    <ul aria-label={`Tiers of ${price.meter.name}`} className="mt-0.5 ml-3 grid gap-0.5 text-xs">
      {lines.map((line) => (
        <li key={line} className="figures">
          {line}
        </li>
      ))}
    </ul>
  )
}
