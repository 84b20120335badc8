import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { distinct } from '../../../kernel/indexing.ts'
import type { Window } from '../rules/trailing-churn.ts'
import { dayOf } from './day-of.ts'

const dayMilliseconds = 86_400_000
const windowMilliseconds = 30 * dayMilliseconds

interface Buckets {
  readonly ends: readonly Date[]
  readonly interval: MetricInterval
  readonly timeZone: string
}

/** The thirty days before each bucket ends: whole days where the buckets are whole days. */
export const churnWindows = ({ ends, interval, timeZone }: Buckets): Window[] =>
  ends.map((until) => ({ from: thirtyDaysBefore(until, interval, timeZone), until }))

function thirtyDaysBefore(end: Date, interval: MetricInterval, timeZone: string): Date {
  const before = end.getTime() - windowMilliseconds
  // At noon it is that day, also where clocks changed since.
  return interval === 'hour'
    ? new Date(before)
    : dayOf(new Date(before + dayMilliseconds / 2), timeZone)
}

/** When the range and the windows begin and end, in order. */
export const momentsOf = (start: Date, windows: readonly Window[]): Date[] =>
  distinct([start, ...windows.flatMap(({ from, until }) => [from, until])].map(Number))
    .toSorted((one, other) => one - other)
    .map((one) => new Date(one))
