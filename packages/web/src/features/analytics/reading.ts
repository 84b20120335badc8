import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { type FigureName, figureOf } from '#/entities/metric/figures.ts'
import { type Metrics, valueIn } from '#/entities/metric/metric-queries.ts'
import { addDays, type DayRange, dayInZone, formatRange } from '#/ui/calendar-days.ts'
import type { Sheet } from '#/ui/chart-sheet.ts'
import { bucketOf } from './buckets.ts'
import { intervalNames } from './interval-names.ts'

/** The figures of a range, and what is needed to name them. */
export interface Reading {
  readonly metrics: Metrics
  readonly range: DayRange
  readonly interval: MetricInterval
  /** Of which product alone the figures are. */
  readonly product?: string | undefined
  /** The same of the period before, if they are compared. */
  readonly before: { readonly metrics: Metrics; readonly range: DayRange } | null
  /** What has not begun by then is left out. */
  readonly now: Date
}

/** The figures by time. The first is compared with the period before. */
export function sheetOf(reading: Reading, names: readonly FigureName[]): Sheet {
  const { metrics, range, interval, before, now } = reading
  const [first] = names
  const facts = { interval, timeZone: metrics.timezone, range }
  const columns = names.map((name) => figureOf(name).title)
  const compared =
    before === null || first === undefined
      ? []
      : [`${figureOf(first).title}, ${formatRange(before.range)}`]
  return {
    by: intervalNames[interval],
    columns: [...columns, ...compared],
    rows: metrics.periods
      .filter(({ timestamp }) => timestamp <= now)
      .map((period, at) => ({
        ...bucketOf(period.timestamp, facts),
        cells: [
          ...names.map((name) => valueIn(period, name)),
          ...(before === null || first === undefined
            ? []
            : [valueAt(before.metrics.periods[at], first)]),
        ],
      })),
  }
}

/** The period before may be shorter. */
const valueAt = (period: Metrics['periods'][number] | undefined, name: FigureName) =>
  period === undefined ? null : valueIn(period, name)

/** The days of a row of the sheet, as far as they are in the range; null where it has hours. */
export function daysOfRow({ metrics, range, interval }: Reading, at: number): DayRange | null {
  const [period, next] = [metrics.periods[at], metrics.periods[at + 1]]
  if (interval === 'hour' || period === undefined) return null
  const begins = dayInZone(period.timestamp, metrics.timezone)
  return {
    from: begins < range.from ? range.from : begins,
    to: next === undefined ? range.to : addDays(dayInZone(next.timestamp, metrics.timezone), -1),
  }
}

/** A name for files: "revenue-2026-08-27-to-2026-11-26". */
export const fileNameOf = (chart: string, { from, to }: DayRange): string =>
  `${chart}-${from}-to-${to}`

/** The lines of a sheet for its drawing: the first columns are figures, others the period before. */
export const linesOf = ({ columns, rows }: Sheet, figures: number) => ({
  labels: rows.map(({ label }) => label),
  lines: columns.map((name, at) => ({
    name,
    values: rows.map(({ cells }) => cells[at] ?? null),
    isBefore: at >= figures,
  })),
})

export const totalBefore = ({ before }: Reading, name: FigureName) =>
  before === null ? null : { value: valueIn(before.metrics.totals, name), range: before.range }

/** What a picture of a chart says besides its values. */
export function notesOf({ metrics, range, before }: Reading): string[] {
  const shown = `${formatRange(range)}, days in ${metrics.timezone}`
  const converted =
    metrics.conversion === null
      ? []
      : [`converted to ${metrics.currency.toUpperCase()} at the rates of the days`]
  const dashed = before === null ? [] : [`dashed: ${formatRange(before.range)}`]
  return [shown, ...converted, ...dashed]
}
