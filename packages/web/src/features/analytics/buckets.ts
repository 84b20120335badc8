import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { dateLocale } from '#/lib/format.ts'
import { type Day, type DayRange, dayInZone, formatDay } from '#/ui/calendar-days.ts'

export interface Bucket {
  /** For files: the first day of it in the range, or the instant of an hour. */
  readonly key: string
  /** As on the axis. */
  readonly label: string
}

interface BucketFacts {
  readonly interval: MetricInterval
  readonly timeZone: string
  readonly range: DayRange
}

/** What a bucket is called. The first may begin before the range, which cuts it. */
export function bucketOf(startsAt: Date, facts: BucketFacts): Bucket {
  const { interval, timeZone, range } = facts
  const begins = dayInZone(startsAt, timeZone)
  const day = begins < range.from ? range.from : begins
  if (interval === 'hour') return { key: startsAt.toISOString(), label: hourOf(startsAt, facts) }
  return { key: day, label: labelOf(day, interval) }
}

function hourOf(startsAt: Date, { timeZone, range }: BucketFacts): string {
  const day = { day: 'numeric', month: 'short' } as const
  const hour = { hour: '2-digit', minute: '2-digit' } as const
  const options = range.from === range.to ? hour : { ...day, ...hour }
  return new Intl.DateTimeFormat(dateLocale, { ...options, timeZone }).format(startsAt)
}

function labelOf(day: Day, interval: Exclude<MetricInterval, 'hour'>): string {
  return formatDay(day, labelFormats[interval])
}

const dayFormat = { day: 'numeric', month: 'short' } as const

const labelFormats: Readonly<Record<Exclude<MetricInterval, 'hour'>, Intl.DateTimeFormatOptions>> =
  {
    day: dayFormat,
    week: dayFormat,
    month: { month: 'short', year: 'numeric' },
    year: { year: 'numeric' },
  }
