import { assert } from './assert.ts'
import { type Ratio, ratio } from './ratio.ts'

// Calendar arithmetic in UTC. The anchor day of a cycle is kept apart from the current date, so
// that 31 January leads to 28 February and on to 31 March.
export interface Interval {
  readonly unit: 'day' | 'week' | 'month' | 'year'
  readonly count: number
}

// Half-open: the start belongs to the period, the end is the start of the next.
export interface Period {
  readonly start: Date
  readonly end: Date
}

const dayMilliseconds = 86_400_000

export const anchorDayOf = (instant: Date): number => instant.getUTCDate()

export function periodFrom(start: Date, interval: Interval, anchorDay: number): Period {
  return { start, end: addInterval(start, interval, anchorDay) }
}

export function addInterval(from: Date, { unit, count }: Interval, anchorDay: number): Date {
  assert(Number.isSafeInteger(count) && count > 0, 'an interval counts one or more units')
  switch (unit) {
    case 'day':
      return instant(from.getTime() + count * dayMilliseconds)
    case 'week':
      return instant(from.getTime() + count * 7 * dayMilliseconds)
    case 'month':
      return addMonths(from, count, anchorDay)
    case 'year':
      return addMonths(from, count * 12, anchorDay)
  }
}

export function addMonths(from: Date, months: number, anchorDay: number): Date {
  assert(
    Number.isInteger(anchorDay) && anchorDay >= 1 && anchorDay <= 31,
    'an anchor day is a day of a month',
  )
  const firstOfMonth = new Date(from)
  firstOfMonth.setUTCDate(1)
  firstOfMonth.setUTCMonth(firstOfMonth.getUTCMonth() + months)
  const day = Math.min(anchorDay, daysInMonth(firstOfMonth))
  return instant(firstOfMonth.setUTCDate(day))
}

export const contains = ({ start, end }: Period, moment: Date): boolean =>
  start <= moment && moment < end

// The share of the period that remains: one at its start, zero at its end.
export function remaining({ start, end }: Period, moment: Date): Ratio {
  assert(start < end, 'a period has a length')
  const within = Math.min(Math.max(moment.getTime(), start.getTime()), end.getTime())
  return ratio(end.getTime() - within, end.getTime() - start.getTime())
}

function daysInMonth(moment: Date): number {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate()
}

function instant(milliseconds: number): Date {
  const made = new Date(milliseconds)
  assert(!Number.isNaN(made.getTime()), 'the calendar ends before this date')
  return made
}
