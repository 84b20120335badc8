import { metricIntervals } from '@guildhall/contract/metrics/metrics'
import { Link } from '@tanstack/react-router'
import { currenciesToChoose } from '#/entities/metric/currency.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { formatRange } from '#/ui/calendar-days.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { DateRangePicker } from '#/ui/date-range-picker.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Segmented } from '#/ui/segmented.tsx'
import { Select } from '#/ui/select.tsx'
import { type AnalyticsView, rangeNameOf, readAnalyticsView, withRange } from './analytics-view.ts'
import { intervalNames } from './interval-names.ts'
import { dayMin, rangeNames } from './range-names.ts'
import { intervalsFor, namedRange } from './ranges.ts'
import { type AnalyticsFacts, useAnalyticsFacts } from './use-analytics-facts.ts'

interface AnalyticsBarProps {
  view: AnalyticsView
  onViewChange: (view: AnalyticsView, how: { replace: boolean }) => void
}

/** Which figures are shown: of which days, by which interval, of what. */
export function AnalyticsBar({ view, onViewChange }: AnalyticsBarProps) {
  const facts = useAnalyticsFacts(view)
  const { slug } = useOrganization()
  const show = (next: AnalyticsView) => onViewChange(next, { replace: false })
  const change = (part: Partial<Record<keyof AnalyticsView, unknown>>) =>
    show(readAnalyticsView({ ...view, ...part }))
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DateRangePicker
          value={facts.range}
          name={rangeNameOf(view)}
          today={facts.today}
          min={dayMin}
          max={facts.today}
          named={rangeNames.map((name) => ({ name, range: namedRange(name, facts) }))}
          onChange={(range, name) => show(withRange(view, range, name))}
        />
        <IntervalChoice facts={facts} onChange={(by) => change({ by })} />
        <CompareChoice {...{ facts, view }} onChange={(compare) => change({ compare })} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ProductFilter value={view.product} onChange={(product) => change({ product })} />
        <CurrencyChoice
          facts={facts}
          onChange={(chosen) =>
            change(
              chosen === allTogether ? { convert: true } : { currency: chosen, convert: undefined },
            )
          }
        />
        <p className="text-xs text-ink-3">
          Time zone: {facts.timeZone}
          {' · '}
          <Link
            to="/dashboard/$slug/analytics/exchange-rates"
            params={{ slug }}
            className={linkClasses}
          >
            Exchange rates
          </Link>
        </p>
      </div>
    </div>
  )
}

interface ChoiceProps<T> {
  facts: AnalyticsFacts
  onChange: (value: T) => void
}

function IntervalChoice({ facts, onChange }: ChoiceProps<string>) {
  const possible = intervalsFor(facts.range, facts.limits)
  return (
    <Segmented
      label="Interval"
      value={facts.interval}
      onChange={onChange}
      options={metricIntervals.map((value) => ({
        value,
        label: intervalNames[value],
        disabled: !possible.includes(value),
      }))}
    />
  )
}

function CompareChoice({ facts, view, onChange }: ChoiceProps<boolean> & { view: AnalyticsView }) {
  const { before } = facts
  const label = 'Compare with the period before'
  return (
    <Checkbox
      label={before === null ? label : `${label}: ${formatRange(before)}`}
      {...(before === null && { hint: 'There are no figures of all of it.' })}
      disabled={before === null}
      checked={view.compare === true && before !== null}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

/** Longer than any code of a currency. */
const allTogether = 'all together'

/** Figures of different currencies are never added, unless they are converted to one. */
function CurrencyChoice({ facts, onChange }: ChoiceProps<string>) {
  const { currency, currencies, reportingCurrency, convert } = facts
  if (currency === undefined || currencies === undefined) return null
  const choices = currenciesToChoose(currency, currencies)
  if (choices.length < 2 && reportingCurrency === null) return null
  const together =
    reportingCurrency === null
      ? []
      : [{ value: allTogether, label: `All currencies in ${reportingCurrency.toUpperCase()}` }]
  return (
    <Select
      label="Currency"
      className={reportingCurrency === null ? 'w-28' : 'w-52'}
      value={convert ? allTogether : currency}
      onChange={onChange}
      options={[...choices.map((value) => ({ value, label: value.toUpperCase() })), ...together]}
    />
  )
}
