import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FigureLink } from '#/entities/metric/figure-link.tsx'
import { type FigureName, figureOf } from '#/entities/metric/figures.ts'
import { metricsQuery, valueIn } from '#/entities/metric/metric-queries.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import { Card } from '#/ui/card.tsx'
import { drawSeries } from '#/ui/draw-series.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type AnalyticsView, isTable, withTable } from './analytics-view.ts'
import type { BoardName } from './board-names.ts'
import { boards, namesOf } from './boards.ts'
import { type BoardChartProps, ChartCard, type ChartState } from './chart-card.tsx'
import { CohortsCard } from './cohorts-card.tsx'
import { ConversionCard } from './conversion-card.tsx'
import { Converted } from './converted.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { LinesChart } from './lines-chart.tsx'
import { NoFigures } from './no-figures.tsx'
import { daysOfRow, linesOf, notesOf, type Reading, sheetOf, totalBefore } from './reading.ts'
import { ReasonsChart } from './reasons-chart.tsx'
import { Total } from './total.tsx'
import { type AnalyticsFacts, useAnalyticsFacts } from './use-analytics-facts.ts'
import { WaterfallChart } from './waterfall-chart.tsx'

interface BoardProps {
  board: BoardName
  view: AnalyticsView
  onViewChange: (view: AnalyticsView, how: { replace: boolean }) => void
}

/** The charts of a page. */
export function Board({ board, view, onViewChange }: BoardProps) {
  const facts = useAnalyticsFacts(view)
  const { reading, error } = useReading(board, view, facts)
  const state: ChartState = {
    isTable: (chart) => isTable(view, chart),
    onTableChange: (chart, shown) => onViewChange(withTable(view, chart, shown), { replace: true }),
  }
  const show = (next: AnalyticsView) => onViewChange(next, { replace: true })
  if (error !== null) return <Banner tone="bad" title={failureMessage(error)} />
  if (facts.currencies?.length === 0) return <NoFigures />
  if (reading === null) return <BoardSkeleton />
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Converted metrics={reading.metrics} />
      {boards[board].map((chart) => {
        switch (chart.kind) {
          case 'figure':
            return <FigureChart key={chart.name} name={chart.name} {...{ reading, state }} />
          case 'lines':
            return <LinesChart key={chart.id} chart={chart} {...{ reading, state }} />
          case 'waterfall':
            return <WaterfallChart key={chart.kind} {...{ reading, state }} />
          case 'funnel':
            return <FunnelChart key={chart.kind} {...{ reading, state }} />
          case 'reasons':
            return <ReasonsChart key={chart.kind} {...{ reading, state }} />
          case 'cohorts':
            return <CohortsCard key={chart.kind} {...{ reading, view, show }} />
          case 'conversion':
            return <ConversionCard key={chart.kind} {...{ reading, view, show }} />
        }
      })}
    </div>
  )
}

function useReading(board: BoardName, { product, compare }: AnalyticsView, facts: AnalyticsFacts) {
  const { id } = useOrganization()
  const { range, interval, currency, convert, now } = facts
  const before = compare === true ? facts.before : null
  const names = namesOf(board)
  const ask = { interval, names, ...(convert ? { convert } : { currency }), productId: product }
  const isReady = currency !== undefined
  const { data: metrics, ...current } = useQuery({
    ...metricsQuery(id, { ...ask, range }),
    enabled: isReady,
  })
  const earlier = useQuery({
    ...metricsQuery(id, { ...ask, range: before ?? range }),
    enabled: isReady && before !== null,
  })
  const compared = useSameRange(before)
  const shown = useSameRange(range)
  const earlierMetrics = compared === null ? undefined : earlier.data
  const reading = useMemo((): Reading | null => {
    if (metrics === undefined || shown === null) return null
    const known = { metrics, range: shown, interval, product, now }
    if (compared === null) return { ...known, before: null }
    if (earlierMetrics === undefined) return null
    return { ...known, before: { metrics: earlierMetrics, range: compared } }
  }, [metrics, earlierMetrics, shown, compared, interval, product, now])
  return { reading, error: facts.error ?? current.error ?? earlier.error }
}

/** The same object for the same days, so that charts aren’t drawn anew. */
function useSameRange(range: DayRange | null): DayRange | null {
  const { from, to } = range ?? {}
  return useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to])
}

function BoardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
      {[1, 2, 3, 4].map((card) => (
        <Card key={card}>
          <Skeleton className="h-80" />
        </Card>
      ))}
    </div>
  )
}

interface FigureChartProps extends BoardChartProps {
  name: FigureName
}

/** One figure over time. */
function FigureChart({ name, reading, state }: FigureChartProps) {
  const figure = figureOf(name)
  const { metrics, interval } = reading
  const unit = useMemo(() => unitOf(name, metrics.currency), [name, metrics.currency])
  const sheet = useMemo(() => sheetOf(reading, [name]), [reading, name])
  const draw = useMemo(
    () => drawSeries({ ...linesOf(sheet, 1), ...unit, kind: figure.kind }),
    [sheet, unit, figure],
  )
  const value = valueIn(metrics.totals, name)
  const rows = { name, metrics, product: reading.product }
  return (
    <ChartCard
      id={name}
      title={figure.title}
      label={`${figure.title} by ${interval}`}
      counted={[figure]}
      notes={[unit.format(value), ...notesOf(reading)]}
      cellOf={(text, { row, column }) =>
        column === 0 ? <FigureLink {...rows} text={text} range={daysOfRow(reading, row)} /> : text
      }
      {...{ reading, state, sheet, draw, unit }}
    >
      <Total
        {...{ value, unit, figure }}
        shown={<FigureLink {...rows} text={unit.format(value)} range={reading.range} />}
        before={totalBefore(reading, name)}
      />
    </ChartCard>
  )
}
