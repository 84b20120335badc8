import { dateLocale } from '#/lib/format.ts'
/**
 * Calendar days as `YYYY-MM-DD`, which sort as text and have no time zone. Arithmetic uses UTC,
 * where every day has 24 hours.
 */
export type Day = string

/** Both ends are inclusive. */
export interface DayRange {
  from: Day
  to: Day
}

/** The current day in the reader’s time zone. */
export function dayOf(date: Date): Day {
  return dayFrom(date.getFullYear(), date.getMonth(), date.getDate())
}

/** The start of the day in the reader’s time zone. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00`)
}

/**
 * The first instant of a day in a time zone such as `Europe/Berlin`. Where clocks are set back over
 * midnight it is the earlier of two; where they are set forward at midnight, it is when they are.
 */
export function startOfDayIn(day: Day, timeZone: string): Date {
  const midnight = asDate(day).getTime()
  const [before, after] = [
    offsetAt(midnight - dayMilliseconds, timeZone),
    offsetAt(midnight + dayMilliseconds, timeZone),
  ]
  const [earlier, later] = [midnight - before, midnight - after]
  const isEarlier = offsetAt(earlier, timeZone) === before || offsetAt(later, timeZone) !== after
  return new Date(isEarlier ? earlier : later)
}

/** Milliseconds by which local time is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(instant)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - instant
}

/** Null for days that don’t exist, such as 31 February. */
export function existingDay(year: number, month: number, date: number): Day | null {
  const day = dayFrom(year, month - 1, date)
  return day === written(year, month, date) ? day : null
}

export function addDays(day: Day, days: number): Day {
  const { year, month, date } = partsOf(day)
  return dayFrom(year, month, date + days)
}

/** Clamped to the last day of shorter months. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const lastDate = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate()
  return dayFrom(year, month + months, Math.min(date, lastDate))
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Weeks begin on Monday. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -((asDate(day).getUTCDay() + 6) % 7))
}

/** How many days a range has. */
export function daysIn({ from, to }: DayRange): number {
  return (asDate(to).getTime() - asDate(from).getTime()) / dayMilliseconds + 1
}

const dayMilliseconds = 86_400_000

/** The day in a time zone such as `Europe/Berlin`. */
export function dayInZone(date: Date, timeZone: string): Day {
  // Swedish dates are written as ours.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(date)
}

export function formatDay(day: Day, options: Intl.DateTimeFormatOptions = mediumDay): string {
  return new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: 'UTC' }).format(asDate(day))
}

/** As short as is unambiguous. */
export function formatRange({ from, to }: DayRange): string {
  if (from === to) return formatDay(from)
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const start = formatDay(from, isSameYear ? { day: 'numeric', month: 'short' } : mediumDay)
  return `${start} – ${formatDay(to)}`
}

const mediumDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

function asDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}

function partsOf(day: Day) {
  const date = asDate(day)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() }
}

function dayFrom(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}

function written(year: number, month: number, date: number): string {
  return [pad(year, 4), pad(month, 2), pad(date, 2)].join('-')
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
