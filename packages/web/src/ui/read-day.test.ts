import { describe, expect, it } from 'vitest'
import { readDay, readRange } from './read-day.ts'

const today = '2026-11-20'

describe('a typed day', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    [' 2026-1-5 ', '2026-01-05'],
    ['24.12.2026', '2026-12-24'],
    ['24. 12. 2026', '2026-12-24'],
    ['24 Dec', '2026-12-24'],
    ['24 december 2027', '2027-12-24'],
    ['Dec 24, 2027', '2027-12-24'],
    ['today', today],
    ['Tomorrow', '2026-11-21'],
    ['yesterday', '2026-11-19'],
    ['in 2 weeks', '2026-12-04'],
    ['+ 1 month', '2026-12-20'],
    ['3 days ago', '2026-11-17'],
    ['1 year ago', '2025-11-20'],
  ])('“%s” means %s', (typed, day) => {
    expect(readDay(typed, today)).toBe(day)
  })

  it.each(['', 'soon', '31.02.2026', '29 Feb 2026', '5/6/2026', '12 Foo', 'toString'])(
    '“%s” means nothing',
    (typed) => {
      expect(readDay(typed, today)).toBeNull()
    },
  )
})

describe('a typed range', () => {
  it.each([
    ['last 45 days', '2026-10-07', today],
    ['past 2 weeks', '2026-11-07', today],
    ['last 1 month', '2026-10-21', today],
    ['today', today, today],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['this week', '2026-11-16', today],
    ['last week', '2026-11-09', '2026-11-15'],
    ['this month', '2026-11-01', today],
    ['last month', '2026-10-01', '2026-10-31'],
    ['last 3 months', '2026-08-21', today],
    ['last 12 months', '2025-11-21', today],
    ['last year', '2025-01-01', '2025-12-31'],
    ['2026-01-01 to 2026-03-31', '2026-01-01', '2026-03-31'],
    ['this year', '2026-01-01', today],
    ['1 Oct to 15 Nov', '2026-10-01', '2026-11-15'],
    ['1 Oct – 15 Nov', '2026-10-01', '2026-11-15'],
    ['2026-10-01 - 2026-10-05', '2026-10-01', '2026-10-05'],
    ['15 Nov to 1 Oct', '2026-10-01', '2026-11-15'],
  ])('“%s” is from %s to %s', (typed, from, to) => {
    expect(readRange(typed, today)).toEqual({ from, to })
  })

  it.each(['', 'last days', '1 Oct', '1 Oct to soon', '1 Oct to 2 Oct to 3 Oct', 'constructor'])(
    '“%s” is none',
    (typed) => {
      expect(readRange(typed, today)).toBeNull()
    },
  )
})
