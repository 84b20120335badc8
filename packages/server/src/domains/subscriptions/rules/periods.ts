import { anchorDayOf, type Period, periodFrom } from '../../../kernel/period.ts'
import type { RecurringInterval, SubscriptionFacts } from './facts.ts'

const dayMilliseconds = 86_400_000

export const daysAfter = (from: Date, days: number): Date =>
  new Date(from.getTime() + days * dayMilliseconds)

export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

export const isReached = (instant: Date | null, now: Date): boolean =>
  instant !== null && instant <= now

interface PeriodBegun {
  readonly interval: RecurringInterval
  readonly anchorDay: number
  readonly period: Period
}

/** The next period of the same cycle. */
export const continued = (
  { interval, anchorDay }: Omit<PeriodBegun, 'period'>,
  start: Date,
): PeriodBegun => ({
  interval,
  anchorDay,
  period: periodFrom(start, { unit: interval, count: 1 }, anchorDay),
})

/** The first period of a cycle that begins anew. */
export const begun = (interval: RecurringInterval, start: Date): PeriodBegun =>
  continued({ interval, anchorDay: anchorDayOf(start) }, start)

/** In another period; what is to come with the next one comes with the new end. */
export const inPeriod = (
  facts: SubscriptionFacts,
  { interval, anchorDay, period }: PeriodBegun,
): SubscriptionFacts => ({
  ...facts,
  interval,
  anchorDay,
  period,
  pending: facts.pending && { ...facts.pending, appliesAt: period.end },
})
