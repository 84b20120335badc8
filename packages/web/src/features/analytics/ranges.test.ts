import { metricDaysMax, metricIntervals } from '@guildhall/contract/metrics/metrics'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysIn } from '#/ui/calendar-days.ts'
import { dayMin, rangeNames } from './range-names.ts'
import { intervalFor, intervalsFor, namedRange, rangeBefore, within } from './ranges.ts'

const limits = {
  intervals: {
    hour: { maxDays: metricDaysMax.hour },
    day: { maxDays: metricDaysMax.day },
    week: { maxDays: metricDaysMax.week },
    month: { maxDays: metricDaysMax.month },
    year: { maxDays: metricDaysMax.year },
  },
}

const today = '2026-11-26'
const days = { today, firstDay: '2025-06-10', limits }

describe('a preset', () => {
  test.each([
    ['today', today, today],
    ['yesterday', '2026-11-25', '2026-11-25'],
    ['this week', '2026-11-23', today],
    ['this month', '2026-11-01', today],
    ['last month', '2026-10-01', '2026-10-31'],
    ['last 3 months', '2026-08-27', today],
    ['this year', '2026-01-01', today],
    ['last year', '2025-01-01', '2025-12-31'],
    ['last 12 months', '2025-11-27', today],
    ['all time', '2025-06-10', today],
  ] as const)('%s is from %s to %s', (name, from, to) => {
    expect(namedRange(name, days)).toEqual({ from, to })
  })

  test('begins when the server has figures, and never after it ends', () => {
    expect(namedRange('all time', { ...days, firstDay: '2019-01-01' }).from).toBe(dayMin)
    expect(namedRange('all time', { ...days, firstDay: '2030-01-01' }).from).toBe(today)
    const early = { today: '2023-02-01', firstDay: '2023-01-20', limits }
    for (const name of rangeNames) {
      const { from, to } = namedRange(name, early)
      expect(from >= dayMin && from <= to).toBe(true)
    }
  })
})

describe('given days', () => {
  test.each([
    [
      { from: '2026-01-01', to: '2026-03-31' },
      { from: '2026-01-01', to: '2026-03-31' },
    ],
    [
      { from: '2026-11-01', to: '2027-01-31' },
      { from: '2026-11-01', to: today },
    ],
    [{ from: '2026-11-27', to: '2027-01-31' }, null],
    [
      { from: '2020-01-01', to: '2023-01-31' },
      { from: dayMin, to: '2023-01-31' },
    ],
  ])('%o are cut to %o', (range, expected) => {
    expect(within(range, { today, limits })).toEqual(expected)
  })

  test('span at most what the longest interval can', () => {
    const late = { today: '2040-01-01', limits }
    const { from = '' } = within({ from: '2026-01-01', to: '2040-01-01' }, late) ?? {}
    expect(from).toBe(addDays('2040-01-01', -3650))
  })
})

describe('the period before', () => {
  test.each([
    ['2026-11-26', '2026-11-26', '2026-11-25', '2026-11-25'],
    ['2026-11-01', '2026-11-26', '2026-10-06', '2026-10-31'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
  ])('of %s to %s is from %s to %s', (from, to, before, last) => {
    expect(rangeBefore({ from, to })).toEqual({ from: before, to: last })
  })

  test('is missing where the server has no figures of all of it', () => {
    expect(rangeBefore({ from: '2023-01-02', to: '2023-01-02' })).toEqual({
      from: dayMin,
      to: dayMin,
    })
    expect(rangeBefore({ from: '2023-01-02', to: '2023-01-03' })).toBeNull()
    expect(rangeBefore({ from: '2023-01-01', to: '2023-01-31' })).toBeNull()
  })

  test('ends on the day before, always', () => {
    const offset = fc.integer({ min: 3000, max: 4000 })
    fc.assert(
      fc.property(offset, fc.integer({ min: 0, max: 1400 }), (start, length) => {
        const from = addDays(dayMin, start)
        const before = rangeBefore({ from, to: addDays(from, length) })
        expect(before?.to).toBe(addDays(from, -1))
      }),
    )
  })
})

describe('the interval', () => {
  const range = (count: number) => ({ from: '2026-01-01', to: addDays('2026-01-01', count - 1) })

  test.each([
    [1, 'hour', metricIntervals],
    [8, 'day', metricIntervals],
    [9, 'day', ['day', 'week', 'month', 'year']],
    [92, 'day', ['day', 'week', 'month', 'year']],
    [181, 'week', ['day', 'week', 'month', 'year']],
    [366, 'month', ['day', 'week', 'month', 'year']],
    [367, 'month', ['day', 'month', 'year']],
    [368, 'month', ['month', 'year']],
    [1461, 'year', ['month', 'year']],
    [1462, 'year', ['year']],
  ] as const)('of %i days is best the %s', (count, best, possible) => {
    expect(daysIn(range(count))).toBe(count)
    expect(intervalsFor(range(count), limits)).toEqual(possible)
    expect(intervalFor(range(count), { limits })).toBe(best)
  })

  test('is the wanted one if it is possible', () => {
    expect(intervalFor(range(92), { limits, by: 'week' })).toBe('week')
    expect(intervalFor(range(92), { limits, by: 'hour' })).toBe('day')
  })
})
