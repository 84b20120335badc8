import { describe, expect, test } from 'vitest'
import { sameTimeOn, steps } from './steps.ts'

const from = (step: keyof typeof steps, now: string) =>
  steps[step].from(new Date(now)).toISOString()

describe('a step', () => {
  test.each([
    ['day', '2027-02-28T23:30:00.000Z', '2027-03-01T23:30:00.000Z'],
    ['week', '2027-12-28T08:00:00.000Z', '2028-01-04T08:00:00.000Z'],
    ['month', '2027-03-14T15:09:26.000Z', '2027-04-14T15:09:26.000Z'],
    ['month', '2027-12-05T00:00:00.000Z', '2028-01-05T00:00:00.000Z'],
    ['month', '2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['month', '2028-01-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
  ] as const)('of a %s from %s ends at %s', (step, now, then) => {
    expect(from(step, now)).toBe(then)
  })
})

test('another day keeps the time of day', () => {
  const now = new Date(2027, 2, 14, 15, 9, 26)
  expect(sameTimeOn('2031-07-02', now)).toEqual(new Date(2031, 6, 2, 15, 9, 26))
})
