import { anchorDayOf, type Period, periodFrom } from '../../../kernel/period.ts'
import type { RecurringInterval, SubscriptionFacts } from './facts.ts'

const dayMilliseconds = 86_400_000

export const daysAfter = (from: Date, days: number): Date =>
  new Date(from.getTime() + days * dayMilliseconds)

export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

export const isReached = (instant: Date | null, now: Date): boolean =>
  instant !== null && instant <= now

interface CyclePeriod {
  readonly interval: RecurringInterval
  readonly anchorDay: number
  readonly period: Period
}

/** The next period of the same cycle. */
export const followingPeriod = (
  { interval, anchorDay }: Omit<CyclePeriod, 'period'>,
  start: Date,
): CyclePeriod => ({
  interval,
  anchorDay,
  period: periodFrom(start, { unit: interval, count: 1 }, anchorDay),
})

/** The first period of a new cycle, anchored to the day it starts on. */
export const firstPeriod = (interval: RecurringInterval, start: Date): CyclePeriod =>
  followingPeriod({ interval, anchorDay: anchorDayOf(start) }, start)

/** Moves the subscription to a period; a pending change moves to the end of it. */
export const withPeriod = (
  facts: SubscriptionFacts,
  { interval, anchorDay, period }: CyclePeriod,
): SubscriptionFacts => ({
  ...facts,
  interval,
  anchorDay,
  period,
  pending: facts.pending && { ...facts.pending, appliesAt: period.end },
})
