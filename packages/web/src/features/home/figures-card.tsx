import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Settings2 from 'lucide-react/icons/settings-2'
import { useState } from 'react'
import { changeText } from '#/entities/metric/change-text.ts'
import { currencyFor } from '#/entities/metric/currency.ts'
import { FigureLink } from '#/entities/metric/figure-link.tsx'
import { figureOf } from '#/entities/metric/figures.ts'
import { type Metrics, readMetrics, valueIn } from '#/entities/metric/metric-queries.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { dateLocale } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import { Change } from '#/ui/change.tsx'
import { summarize } from '#/ui/chart-summary.ts'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { later } from '#/ui/later.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Segmented } from '#/ui/segmented.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Sparkline } from '#/ui/sparkline.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { HomeFigure } from './figures.ts'
import type { Preferences } from './preferences.ts'
import {
  type ComparedRange,
  type RangeName,
  rangeLabels,
  rangeNames,
  rangeOf,
  rangeTexts,
} from './range.ts'

const ChooseFigures = later(async () => (await import('./choose-figures.tsx')).ChooseFigures)

interface FiguresCardProps {
  timeZone: string
  preferences: Preferences
  choose: (change: Partial<Preferences>) => void
}

/** The chosen figures of a range, each with its course and compared with the range before. */
export function FiguresCard({ timeZone, preferences, choose }: FiguresCardProps) {
  const { id, slug } = useOrganization()
  const now = useNow()
  const [isChoosing, setChoosing] = useState(false)
  const { figures, range, currency } = preferences
  const reportingCurrency = useQuery(billingSettingsQuery(id)).data?.reportingCurrency ?? null
  const convert = currency === null && reportingCurrency !== null
  const { data, error } = useQuery(
    comparedMetricsQuery(id, {
      range: rangeOf(range, now, timeZone),
      names: figures,
      currency,
      convert,
    }),
  )
  return (
    <section aria-label="Figures" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Segmented
          label="Range"
          options={rangeNames.map((name) => ({ value: name, label: rangeLabels[name] }))}
          value={range}
          onChange={(chosen) => choose({ range: chosen })}
        />
        <Link
          to="/dashboard/$slug/analytics"
          params={{ slug }}
          search={convert ? { convert } : {}}
          className={linkClasses}
        >
          Analytics
        </Link>
        <Button size="s" onClick={() => setChoosing(true)}>
          <Settings2 aria-hidden="true" /> Choose figures
        </Button>
      </div>
      {data === undefined && error !== null ? (
        <Banner tone="bad">{failureMessage(error)}</Banner>
      ) : (
        <KeyFigures
          label={`Last ${rangeTexts[range]}`}
          figures={figures.map((name) => cardOf(name, range, data))}
        />
      )}
      {data !== undefined && <Together metrics={data.current} />}
      {isChoosing && (
        <ChooseFigures
          preferences={preferences}
          currency={data?.current.currency ?? null}
          currencies={data?.current.currencies ?? []}
          reportingCurrency={reportingCurrency}
          choose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

/** Where currencies are converted: to which, and which aren’t. */
function Together({ metrics: { conversion, currency } }: { metrics: Metrics }) {
  const { slug } = useOrganization()
  if (conversion === null) return null
  const left = conversion.unconverted.map((one) => one.currency.toUpperCase())
  return (
    <p className="text-xs text-ink-3">
      All currencies in {currency.toUpperCase()}, converted at the exchange rates your organization
      entered.
      {left.length > 0 && (
        <>
          {' '}
          Not included for lack of a rate: {left.join(', ')}.{' '}
          <Link
            to="/dashboard/$slug/analytics/exchange-rates"
            params={{ slug }}
            className={linkClasses}
          >
            Enter a rate
          </Link>
        </>
      )}
    </p>
  )
}

function cardOf(name: HomeFigure, range: RangeName, data: ComparedMetrics | undefined) {
  const figure = figureOf(name)
  const label = figure.title
  // What is kept from the choice before lacks a figure that was just chosen.
  if (data?.current.totals[name] === undefined) {
    return {
      label,
      figure: <Skeleton className="my-1 h-6 w-24" />,
      trend: <Skeleton className="h-8" />,
    }
  }
  const { days, current, previous } = data
  const unit = unitOf(name, current.currency)
  const total = valueIn(current.totals, name)
  const change = changeText(total, valueIn(previous.totals, name), unit)
  const isGood = (change?.direction === 'up') !== (figure.isLessBetter === true)
  const points = current.periods.map((period) => ({
    label: dayText(period.timestamp, current.timezone),
    value: valueIn(period, name),
  }))
  return {
    label,
    figure: <FigureLink name={name} range={days} metrics={current} text={unit.format(total)} />,
    trend: (
      <Sparkline
        values={points.map(({ value }) => value)}
        label={`${label}: ${summarize(points, unit.format)}`}
      />
    ),
    change: (
      <>
        {change === null ? 'as in' : <Change {...change} isGood={isGood} />}{' '}
        {change === null ? '' : 'vs. '}
        the {rangeTexts[range]} before
      </>
    ),
  }
}

const dayText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone }).format(at)

interface ComparedMetrics {
  days: DayRange
  current: Metrics
  previous: Metrics
}

interface Asked {
  range: ComparedRange
  names: readonly HomeFigure[]
  /** Null for US dollars, or the currency that there is. */
  currency: string | null
  /** Whether all currencies are shown in the reporting currency. */
  convert: boolean
}

const pollMilliseconds = 60_000

/** The figures of a range and of the one before. */
const comparedMetricsQuery = (
  organizationId: OrganizationId,
  { range: { current, previous, interval }, names, currency: asked, convert }: Asked,
) =>
  queryOptions({
    queryKey: [
      ...organizationKey(organizationId),
      'home-metrics',
      current,
      interval,
      names,
      asked,
      convert,
    ],
    queryFn: async ({ signal }): Promise<ComparedMetrics> => {
      const read = (range: ComparedRange['current'], currency?: string) =>
        readMetrics(
          organizationId,
          { range, interval, names, ...(convert ? { convert } : { currency }) },
          signal,
        )
      const first = await read(current, asked ?? undefined)
      const used = convert ? first.currency : currencyFor(asked ?? undefined, first.currencies)
      return {
        days: current,
        current: used === first.currency ? first : await read(current, used),
        previous: await read(previous, used),
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMilliseconds,
  })
