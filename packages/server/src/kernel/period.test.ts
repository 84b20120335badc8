import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorUnits, times } from './money.ts'
import {
  addInterval,
  addMonths,
  anchorDayOf,
  contains,
  type Interval,
  type Period,
  periodFrom,
  remaining,
} from './period.ts'

const day = (text: string): Date => new Date(`${text}T09:30:00.000Z`)
const monthly: Interval = { unit: 'month', count: 1 }
const yearly: Interval = { unit: 'year', count: 1 }

const instants = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const intervals: fc.Arbitrary<Interval> = fc.record({
  unit: fc.constantFrom('day', 'week', 'month', 'year'),
  count: fc.integer({ min: 1, max: 24 }),
})
const periods: fc.Arbitrary<Period> = fc
  .tuple(instants, intervals)
  .map(([start, interval]) => periodFrom(start, interval, anchorDayOf(start)))

function walk(start: Date, interval: Interval, anchorDay: number, steps: number): string[] {
  const boundaries = [start]
  for (let step = 0; step < steps; step += 1) {
    boundaries.push(addInterval(boundaries.at(-1) ?? start, interval, anchorDay))
  }
  return boundaries.map((boundary) => boundary.toISOString().slice(0, 10))
}

describe('months keep their anchor day', () => {
  it('31 January leads to 28 February and on to 31 March', () => {
    expect(walk(day('2026-01-31'), monthly, 31, 4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
  })

  it('and to 29 February in a leap year', () => {
    expect(walk(day('2028-01-31'), monthly, 31, 2)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
    ])
  })

  it('29 February recurs every fourth year', () => {
    expect(walk(day('2024-02-29'), yearly, 29, 4)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('the time of day is kept, across year ends too', () => {
    expect(addMonths(day('2026-12-31'), 2, 31)).toEqual(day('2027-02-28'))
  })

  it('twelve monthly steps equal one yearly step, from any day', () => {
    fc.assert(
      fc.property(instants, (start) => {
        const anchorDay = anchorDayOf(start)
        const months = walk(start, monthly, anchorDay, 12)
        expect(months.at(-1)).toBe(walk(start, yearly, anchorDay, 1).at(-1))
      }),
    )
  })
})

it.each([
  [{ unit: 'day', count: 3 }, '2026-03-02'],
  [{ unit: 'week', count: 2 }, '2026-03-13'],
  [{ unit: 'month', count: 3 }, '2026-05-27'],
  [{ unit: 'year', count: 2 }, '2028-02-27'],
] satisfies [Interval, string][])('%o after 27 February ends on %s', (interval, end) => {
  expect(periodFrom(day('2026-02-27'), interval, 27).end).toEqual(day(end))
})

it('refuses invalid intervals, anchors and dates', () => {
  expect(() => addInterval(day('2026-01-01'), { unit: 'day', count: 0 }, 1)).toThrow('one or more')
  expect(() => addInterval(day('2026-01-01'), { unit: 'day', count: 1.5 }, 1)).toThrow('counts')
  expect(() => addMonths(day('2026-01-01'), 1, 32)).toThrow('anchor day')
  expect(() => addInterval(day('2026-01-01'), { unit: 'year', count: 900_000 }, 1)).toThrow(
    'calendar ends',
  )
})

describe('a period is half-open', () => {
  it('includes its start and excludes its end', () => {
    fc.assert(
      fc.property(periods, (period) => {
        expect(contains(period, period.start)).toBe(true)
        expect(contains(period, new Date(period.end.getTime() - 1))).toBe(true)
        expect(contains(period, period.end)).toBe(false)
        expect(contains(period, new Date(period.start.getTime() - 1))).toBe(false)
      }),
    )
  })

  it('consecutive periods leave no gap', () => {
    fc.assert(
      fc.property(instants, intervals, (start, interval) => {
        const anchorDay = anchorDayOf(start)
        const first = periodFrom(start, interval, anchorDay)
        const second = periodFrom(first.end, interval, anchorDay)
        expect(first.start < first.end && first.end < second.end).toBe(true)
      }),
    )
  })
})

describe('proration', () => {
  it('is exact to the millisecond', () => {
    const april = { start: day('2026-04-01'), end: day('2026-05-01') }
    expect(times(minorUnits(3_000), remaining(april, day('2026-04-16')))).toBe(1_500)
    expect(times(minorUnits(9_000), remaining(april, day('2026-04-16')))).toBe(4_500)
  })

  it('is one before and at the start, zero at the end and after', () => {
    fc.assert(
      fc.property(periods, fc.maxSafeInteger().map(minorUnits), (period, amount) => {
        expect(times(amount, remaining(period, period.start))).toBe(amount)
        expect(times(amount, remaining(period, period.end))).toBe(0)
        expect(times(amount, remaining(period, new Date(0)))).toBe(amount)
        expect(times(amount, remaining(period, day('2300-01-01')))).toBe(0)
      }),
    )
  })

  it('never grows as time passes', () => {
    fc.assert(
      fc.property(periods, instants, instants, (period, a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a]
        const price = minorUnits(10_000)
        const before = times(price, remaining(period, earlier))
        expect(times(price, remaining(period, later))).toBeLessThanOrEqual(before)
      }),
    )
  })

  it('needs a period longer than zero', () => {
    const empty = { start: day('2026-04-01'), end: day('2026-04-01') }
    expect(() => remaining(empty, day('2026-04-01'))).toThrow('length')
  })
})
