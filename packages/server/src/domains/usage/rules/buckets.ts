import type { QuantityInterval } from '@guildhall/contract/usage/quantities'

export interface BucketedSpan {
  readonly start: Date
  /** Exclusive. */
  readonly end: Date
  readonly interval: QuantityInterval
  /** By its name of the IANA. */
  readonly timeZone: string
}

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

/**
 * When each interval of a span begins in a time zone; the first may begin before the span. Weeks
 * begin on Monday. A day is as long as it is there, and hours are counted from the first, so that
 * an hour that occurs twice is two.
 */
export function bucketStarts({ start, end, interval, timeZone }: BucketedSpan): readonly Date[] {
  const zone = zoneOf(timeZone)
  return interval === 'hour'
    ? hoursOf({ start, end }, zone)
    : datesOf({ start, end }, interval, zone)
}

/** The first instant of a date, which is given as midnight in UTC. */
export const startOfDate = (date: Date, timeZone: string): Date =>
  new Date(beginningOf(date.getTime(), zoneOf(timeZone)))

type Span = Pick<BucketedSpan, 'start' | 'end'>

/** Milliseconds by which local time is ahead of UTC. */
type Zone = (instant: number) => number

function hoursOf({ start, end }: Span, offsetAt: Zone): Date[] {
  const offset = offsetAt(start.getTime())
  const local = start.getTime() + offset
  const first = local - (local % hourMilliseconds) - offset
  const count = Math.ceil((end.getTime() - first) / hourMilliseconds)
  return Array.from({ length: count }, (_, at) => new Date(first + at * hourMilliseconds))
}

function datesOf(
  { start, end }: Span,
  interval: Exclude<QuantityInterval, 'hour'>,
  offsetAt: Zone,
): Date[] {
  const starts: Date[] = []
  let date = firstDate(start.getTime() + offsetAt(start.getTime()), interval)
  for (;;) {
    const begin = new Date(beginningOf(date, offsetAt))
    if (begin >= end) return starts
    starts.push(begin)
    date = nextDate(date, interval)
  }
}

// Local dates are the midnights of UTC that have their numbers.

type DateInterval = Exclude<QuantityInterval, 'hour'>

function firstDate(local: number, interval: DateInterval): number {
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (interval) {
    case 'year':
      return Date.UTC(year, 0, 1)
    case 'month':
      return Date.UTC(year, month, 1)
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'day':
      return Date.UTC(year, month, day)
  }
}

function nextDate(current: number, interval: DateInterval): number {
  const date = new Date(current)
  switch (interval) {
    case 'year':
      return date.setUTCFullYear(date.getUTCFullYear() + 1)
    case 'month':
      return date.setUTCMonth(date.getUTCMonth() + 1)
    case 'week':
      return current + 7 * dayMilliseconds
    case 'day':
      return current + dayMilliseconds
  }
}

/**
 * The first instant of a local date. Where clocks are set back over midnight it is the earlier of
 * two; where they are set forward at midnight, it is when they are.
 */
function beginningOf(date: number, offsetAt: Zone): number {
  const [before, after] = [offsetAt(date - dayMilliseconds), offsetAt(date + dayMilliseconds)]
  if (before === after) return date - before
  const [earlier, later] = [date - before, date - after]
  if (offsetAt(earlier) === before) return earlier
  return offsetAt(later) === after ? later : earlier
}

const zones = new Map<string, Zone>()

/** Formats are expensive to make, and there are only some hundred zones. */
function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone) ?? openZone(timeZone)
  zones.set(timeZone, known)
  return known
}

function openZone(timeZone: string): Zone {
  if (timeZone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    const [year, month, day] = [part('year'), part('month'), part('day')]
    const local = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
    return local - Math.floor(instant / 1000) * 1000
  }
}
