import { Link } from '@tanstack/react-router'
import type { Metrics } from '#/entities/metric/metric-queries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Banner } from '#/ui/banner.tsx'
import { formatDay } from '#/ui/calendar-days.ts'
import { linkClasses } from '#/ui/link-classes.ts'

/** At which rates the figures are converted, and what isn’t in them. */
export function Converted({ metrics: { conversion, currency } }: { metrics: Metrics }) {
  const { slug } = useOrganization()
  if (conversion === null) return null
  const { rates, unconverted } = conversion
  return (
    <div className="grid gap-2 lg:col-span-2">
      <p className="text-s text-ink-2">
        Converted to {currency.toUpperCase()} at the exchange rates your organization entered.
        {rates.length > 0 && ` Latest: ${rates.map((one) => rateText(one, currency)).join(', ')}.`}
      </p>
      {unconverted.map((one) => (
        <Banner
          key={one.currency}
          tone="warn"
          title={`${one.currency.toUpperCase()} isn’t included.`}
          action={
            <Link
              to="/dashboard/$slug/analytics/exchange-rates"
              params={{ slug }}
              className={linkClasses}
            >
              Enter a rate
            </Link>
          }
        >
          It has figures from {formatDay(one.firstDay)} on, but no rate for that day or earlier.
        </Banner>
      ))}
    </div>
  )
}

interface Rate {
  readonly currency: string
  readonly day: string
  readonly rate: string
}

const rateText = ({ currency, day, rate }: Rate, to: string): string =>
  `1 ${currency.toUpperCase()} = ${rate} ${to.toUpperCase()} from ${formatDay(day)}`
