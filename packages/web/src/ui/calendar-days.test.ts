import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayInZone,
  daysIn,
  existingDay,
  formatRange,
  startOfDayIn,
  startOfWeek,
} from './calendar-days.ts'

describe('days', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %i days is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected)
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-20', 12, '2027-11-20'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-26', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2026-01-01', '2025-12-29'],
  ])('of the week of %s begin on Monday, %s', (day, monday) => {
    expect(startOfWeek(day)).toBe(monday)
  })

  it.each([
    ['2026-11-26', '2026-11-26', 1],
    ['2026-03-01', '2026-03-31', 31],
    ['2024-01-01', '2024-12-31', 366],
  ])('from %s to %s are %i', (from, to, count) => {
    expect(daysIn({ from, to })).toBe(count)
  })

  it.each([
    ['2026-11-25T23:30:00Z', 'Europe/Berlin', '2026-11-26'],
    ['2026-11-25T23:30:00Z', 'UTC', '2026-11-25'],
    ['2026-01-01T05:00:00Z', 'America/New_York', '2026-01-01'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(dayInZone(new Date(instant), zone)).toBe(day)
  })

  it('that do not exist are refused', () => {
    expect(existingDay(2026, 2, 29)).toBeNull()
    expect(existingDay(2026, 13, 1)).toBeNull()
    expect(existingDay(2024, 2, 29)).toBe('2024-02-29')
  })
})

describe('a range', () => {
  it('shows the year only as often as needed', () => {
    expect(formatRange({ from: '2026-10-01', to: '2026-11-20' })).toBe('1 Oct – 20 Nov 2026')
    expect(formatRange({ from: '2025-12-31', to: '2026-01-02' })).toBe('31 Dec 2025 – 2 Jan 2026')
    expect(formatRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026')
  })
})

describe('a day in a time zone', () => {
  it.each([
    ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-01-01', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
    ['2026-01-01', 'America/Los_Angeles', '2026-01-01T08:00:00.000Z'],
    // Clocks are set forward at midnight, and back over it.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s in %s begins at %s', (day, timeZone, expected) => {
    expect(startOfDayIn(day, timeZone).toISOString()).toBe(expected)
  })
})
