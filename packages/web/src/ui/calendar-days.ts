/**
 * Days of the calendar as `YYYY-MM-DD`, so that they sort as text and belong to no time zone.
 * Arithmetic goes through UTC, where every day has 24 hours.
 */
export type Day = string

/** Both ends belong to it. */
export interface DayRange {
  from: Day
  to: Day
}

/** The day on the reader's own calendar. */
export function dayOf(date: Date): Day {
  return dayFrom(date.getFullYear(), date.getMonth(), date.getDate())
}

/** When it begins where the reader is. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00`)
}

/** Days that don't exist, like 31 February, are null. */
export function existingDay(year: number, month: number, date: number): Day | null {
  const day = dayFrom(year, month - 1, date)
  return day === written(year, month, date) ? day : null
}

export function addDays(day: Day, days: number): Day {
  const { year, month, date } = partsOf(day)
  return dayFrom(year, month, date + days)
}

/** A month without that date gives its last day. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const lastDate = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate()
  return dayFrom(year, month + months, Math.min(date, lastDate))
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

export function startOfWeek(day: Day): Day {
  return addDays(day, -weekdayOf(day))
}

/** Monday is 0. */
export function weekdayOf(day: Day): number {
  return (asDate(day).getUTCDay() + 6) % 7
}

/** The weeks, Monday first, that show the month of `day`, with what its neighbours lend. */
export function weeksOfMonth(day: Day): Day[][] {
  const month = startOfMonth(day)
  const first = startOfWeek(month)
  const next = addMonths(month, 1)
  const weeks: Day[][] = []
  for (let week = first; week < next; week = addDays(week, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)))
  }
  return weeks
}

export function isWithin(day: Day, range: DayRange): boolean {
  return range.from <= day && day <= range.to
}

export function formatDay(day: Day, options: Intl.DateTimeFormatOptions = mediumDay): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(asDate(day))
}

/** As short as it stays unambiguous. */
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
