import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatQuantity } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Chart } from '#/ui/chart.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { useNow } from '#/ui/use-now.ts'
import { type Meter, quantitiesQuery } from './meter-queries.ts'
import { aggregationText } from './meter-text.ts'
import {
  type ChartSpan,
  chartSpans,
  intervalLabel,
  intervalOf,
  intervalsOf,
  type MeterView,
  spanOf,
} from './meter-view.ts'

interface MeterChartProps {
  meter: Meter
  view: MeterView
  onViewChange: (view: MeterView) => void
}

/** What a meter measured, with its total. */
export function MeterChart({ meter, view, onViewChange }: MeterChartProps) {
  const { data, error } = useQuery(quantitiesQuery(meter, view, useNow()))
  const { span: _span, by: _by, ...list } = view
  const interval = intervalOf(view)
  const sheet = useMemo(
    () => ({
      by: capitalized(interval),
      columns: ['Usage'],
      rows: (data?.quantities ?? []).map(({ timestamp, quantity }) => ({
        key: timestamp.toISOString(),
        label: intervalLabel(timestamp, interval),
        cells: [quantity],
      })),
    }),
    [data, interval],
  )
  return (
    <Card title="Usage">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl>
          <dt className="text-s wrap-anywhere text-ink-2">{aggregationText(meter.aggregation)}</dt>
          <dd className="figures text-figure">
            {data === undefined || error !== null ? '–' : formatQuantity(data.total)}
          </dd>
        </dl>
        <Segmented
          label="Span"
          options={spanOptions}
          value={spanOf(view)}
          onChange={(span) => onViewChange({ ...list, span })}
        />
      </div>
      {error !== null && <Banner tone="bad" title={failureMessage(error)} />}
      {error === null && data === undefined && <Skeleton className="h-64 w-full" />}
      {error === null && data !== undefined && (
        <Chart
          kind="bars"
          title={`By ${interval}`}
          sheet={sheet}
          format={formatNumber}
          aside={
            <Segmented
              label="Interval"
              options={intervalsOf(view).map((one) => ({ value: one, label: capitalized(one) }))}
              value={interval}
              onChange={(by) => onViewChange({ ...list, span: spanOf(view), by })}
            />
          }
        />
      )}
    </Card>
  )
}

const spanNames: readonly ChartSpan[] = ['7d', '30d', '90d', '12m']
const spanOptions = spanNames.map((value) => ({ value, label: chartSpans[value].label }))

const formatNumber = (value: number): string => formatQuantity(value)

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
