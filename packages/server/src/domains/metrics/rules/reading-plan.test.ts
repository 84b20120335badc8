import { describe, expect, test } from 'vitest'
import { on } from '../../../../test/subscription-facts.ts'
import { planReading } from './reading-plan.ts'

const months = ['2031-01-01', '2031-02-01', '2031-03-01'].map(on)
const plan = (start: string, end: string, until: string | null, isFinerThanDays = false) =>
  planReading({
    start: on(start),
    end: on(end),
    starts: months,
    rolledUpUntil: until === null ? null : on(until),
    isFinerThanDays,
  })
const span = (from: string, until: string) => ({ from: on(from), until: on(until) })

describe('a range', () => {
  test('without days is counted', () => {
    expect(plan('2031-01-01', '2031-04-01', null)).toEqual({
      openingStored: null,
      openingCounted: { from: null, until: on('2031-01-01') },
      stored: null,
      counted: [span('2031-01-01', '2031-04-01')],
    })
  })

  test('is read from days as far as they go, and counted after them', () => {
    expect(plan('2031-01-01', '2031-04-01', '2031-03-10')).toEqual({
      openingStored: on('2031-01-01'),
      openingCounted: null,
      stored: span('2031-01-01', '2031-03-10'),
      counted: [span('2031-03-10', '2031-04-01')],
    })
  })

  test('that begins within a bucket has that bucket counted', () => {
    expect(plan('2031-01-20', '2031-04-01', '2032-01-01')).toEqual({
      openingStored: on('2031-01-20'),
      openingCounted: null,
      stored: span('2031-02-01', '2031-04-01'),
      counted: [span('2031-01-20', '2031-02-01')],
    })
  })

  test('after all days has what is between them counted as well', () => {
    expect(plan('2031-01-20', '2031-04-01', '2031-01-05')).toEqual({
      openingStored: on('2031-01-05'),
      openingCounted: span('2031-01-05', '2031-01-20'),
      stored: null,
      counted: [span('2031-01-20', '2031-04-01')],
    })
  })

  test('by hour is counted, and what was before is read', () => {
    expect(plan('2031-01-20', '2031-01-22', '2032-01-01', true)).toEqual({
      openingStored: on('2031-01-20'),
      openingCounted: null,
      stored: null,
      counted: [span('2031-01-20', '2031-01-22')],
    })
  })
})
