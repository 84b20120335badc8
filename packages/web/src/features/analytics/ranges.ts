import { type MetricInterval, metricIntervals } from '@guildhall/contract/metrics/metrics'
import type { MetricsLimits } from '#/entities/metric/metric-queries.ts'
import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  daysIn,
  startOfMonth,
} from '#/ui/calendar-days.ts'
import { readRange } from '#/ui/read-day.ts'
import { dayMin, type RangeName } from './range-names.ts'

interface Days {
  /** Where the days are counted. */
  readonly today: Day
  /** The first with figures. */
  readonly firstDay: Day
  readonly limits: Pick<MetricsLimits, 'intervals'>
}

export function namedRange(name: RangeName, days: Days): DayRange {
  const { today, firstDay } = days
  const always = { from: firstDay < today ? firstDay : today, to: today }
  const range = name === 'all time' ? always : (readRange(name, today) ?? always)
  return within(range, days) ?? { from: today, to: today }
}

/** As much of a range as has figures: not before the first year, nor after today. */
export function within(
  range: DayRange,
  { today, limits }: Omit<Days, 'firstDay'>,
): DayRange | null {
  const to = range.to < today ? range.to : today
  const longest = addDays(to, -limits.intervals.year.maxDays)
  const from = [range.from, dayMin, longest].toSorted().at(-1) ?? range.from
  return from <= to ? { from, to } : null
}

/**
 * The period before: as many whole months before whole months, otherwise as many days. Null if the
 * server has no figures of all of it.
 */
export function rangeBefore(range: DayRange): DayRange | null {
  const to = addDays(range.from, -1)
  const months = wholeMonths(range)
  const from =
    months === null ? addDays(range.from, -daysIn(range)) : addMonths(range.from, -months)
  return from < dayMin ? null : { from, to }
}

function wholeMonths({ from, to }: DayRange): number | null {
  const next = addDays(to, 1)
  if (from !== startOfMonth(from) || next !== startOfMonth(next)) return null
  return monthOf(next) - monthOf(from)
}

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Which intervals a range can have; at least one. */
export function intervalsFor(
  range: DayRange,
  { intervals }: Days['limits'],
): readonly MetricInterval[] {
  const days = daysIn(range) - 1
  return metricIntervals.filter((one) => days <= intervals[one].maxDays)
}

/** From how few to how many days each interval is read best. */
const bestUntilDays: Readonly<Record<MetricInterval, number>> = {
  hour: 2,
  day: 100,
  week: 190,
  month: 1460,
  year: Number.POSITIVE_INFINITY,
}

/** The wanted interval if it is possible, otherwise the one that is read best. */
export function intervalFor(
  range: DayRange,
  {
    limits,
    by,
  }: {
    readonly limits: Days['limits']
    readonly by?: MetricInterval | undefined
  },
): MetricInterval {
  const possible = intervalsFor(range, limits)
  const wanted = possible.find((one) => one === by)
  const best = possible.find((one) => daysIn(range) <= bestUntilDays[one])
  return wanted ?? best ?? 'year'
}
