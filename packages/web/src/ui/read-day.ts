import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  existingDay,
  startOfMonth,
  startOfWeek,
} from './calendar-days.ts'

/**
 * Parses a typed day: `2026-11-20`, `20.11.2026`, `20 Nov`, `Nov 20, 2026`, `today`, `in 2 weeks`,
 * `3 days ago`. Slashes are refused, because the order of day and month is ambiguous.
 */
export function readDay(typed: string, today: Day): Day | null {
  const text = normalize(typed)
  return (
    dayNames.get(text)?.(today) ??
    readDistance(text, today) ??
    readNumbers(text) ??
    readNamedMonth(text, today)
  )
}

/** `last 45 days`, `this month`, or two days with `to`, `–` or `until` between them. */
export function readRange(typed: string, today: Day): DayRange | null {
  const text = normalize(typed)
  const last = /^(?:last|past) (\d{1,4}) (day|week|month|year)s?$/.exec(text)
  if (last) {
    const from = addDays(shift(today, -Number(last[1]), last[2]), 1)
    return { from, to: today }
  }
  const named = namedRanges.get(text)
  if (named) return named(today)
  const [first, second, ...more] = text.split(/\s+(?:to|until|-)\s+/)
  if (first === undefined || second === undefined || more.length > 0) return null
  const from = readDay(first, today)
  const to = readDay(second, today)
  if (!from || !to) return null
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Common ranges, by names that can be typed. */
const namedRanges: ReadonlyMap<string, (today: Day) => DayRange> = new Map([
  ['today', (today: Day) => ({ from: today, to: today })],
  ['yesterday', (today: Day) => ({ from: addDays(today, -1), to: addDays(today, -1) })],
  ['this week', (today: Day) => ({ from: startOfWeek(today), to: today })],
  ['this month', (today: Day) => ({ from: startOfMonth(today), to: today })],
  ['last month', lastMonth],
  ['last week', lastWeek],
  ['this year', (today: Day) => ({ from: startOfYear(today), to: today })],
  ['last year', lastYear],
])

const startOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`

function lastWeek(today: Day): DayRange {
  const week = startOfWeek(today)
  return { from: addDays(week, -7), to: addDays(week, -1) }
}

function lastYear(today: Day): DayRange {
  const to = addDays(startOfYear(today), -1)
  return { from: startOfYear(to), to }
}

function lastMonth(today: Day): DayRange {
  const month = startOfMonth(today)
  return { from: addMonths(month, -1), to: addDays(month, -1) }
}

const dayNames: ReadonlyMap<string, (today: Day) => Day> = new Map([
  ['today', (today: Day) => today],
  ['yesterday', (today: Day) => addDays(today, -1)],
  ['tomorrow', (today: Day) => addDays(today, 1)],
])

function normalize(typed: string): string {
  return typed.trim().toLowerCase().replaceAll(/[–—]/g, '-').replaceAll(/\s+/g, ' ')
}

function readDistance(text: string, today: Day): Day | null {
  const ahead = /^(?:in |\+ ?)(\d{1,4}) (day|week|month|year)s?$/.exec(text)
  if (ahead) return shift(today, Number(ahead[1]), ahead[2])
  const ago = /^(\d{1,4}) (day|week|month|year)s? ago$/.exec(text)
  return ago ? shift(today, -Number(ago[1]), ago[2]) : null
}

function shift(day: Day, count: number, unit: string | undefined): Day {
  if (unit === 'day') return addDays(day, count)
  if (unit === 'week') return addDays(day, count * 7)
  return addMonths(day, unit === 'year' ? count * 12 : count)
}

function readNumbers(text: string): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text)
  return dotted ? existingDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])) : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Without a year it is the current one. */
function readNamedMonth(text: string, today: Day): Day | null {
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/.exec(text)
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text)
  const [date, name] = dayFirst ? [dayFirst[1], dayFirst[2]] : [monthFirst?.[2], monthFirst?.[1]]
  if (date === undefined || name === undefined) return null
  const month = months.indexOf(name.slice(0, 3)) + 1
  const year = dayFirst?.[3] ?? monthFirst?.[3] ?? today.slice(0, 4)
  return month > 0 ? existingDay(Number(year), month, Number(date)) : null
}
