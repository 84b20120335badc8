import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  existingDay,
  formatRange,
  isWithin,
  startOfWeek,
  weekdayOf,
  weeksOfMonth,
} from './calendar-days.ts'

const anyDay = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

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

  it('know their weekday', () => {
    expect(weekdayOf('2026-11-20')).toBe(4)
    expect(weekdayOf('2026-11-22')).toBe(6)
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16')
  })

  it('that do not exist are refused', () => {
    expect(existingDay(2026, 2, 29)).toBeNull()
    expect(existingDay(2026, 13, 1)).toBeNull()
    expect(existingDay(2024, 2, 29)).toBe('2024-02-29')
  })
})

describe('the weeks of a month', () => {
  it('hold each of its days once, Monday to Sunday', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const weeks = weeksOfMonth(day)
        const own = weeks.flat().filter((shown) => shown.slice(0, 7) === day.slice(0, 7))
        expect(own).toContain(day)
        expect(new Set(own).size).toBe(own.length)
        expect(own.at(0)?.slice(8)).toBe('01')
        expect(addDays(own.at(-1) ?? '', 1).slice(8)).toBe('01')
        for (const week of weeks) {
          expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
          expect(week.some((shown) => own.includes(shown))).toBe(true)
        }
      }),
    )
  })
})

describe('a range', () => {
  it('has both its ends', () => {
    const range = { from: '2026-11-01', to: '2026-11-20' }
    expect(isWithin('2026-11-01', range)).toBe(true)
    expect(isWithin('2026-11-20', range)).toBe(true)
    expect(isWithin('2026-11-21', range)).toBe(false)
  })

  it('says its year as often as it needs to', () => {
    expect(formatRange({ from: '2026-10-01', to: '2026-11-20' })).toBe('1 Oct – 20 Nov 2026')
    expect(formatRange({ from: '2025-12-31', to: '2026-01-02' })).toBe('31 Dec 2025 – 2 Jan 2026')
    expect(formatRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026')
  })
})
