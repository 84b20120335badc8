import { describe, expect, test } from 'vitest'
import { rangeOf } from './range.ts'

describe('a range', () => {
  const now = new Date('2030-03-02T23:30:00Z')

  test('ends today, and follows one of the same length', () => {
    expect(rangeOf('7', now, 'UTC')).toEqual({
      current: { from: '2030-02-24', to: '2030-03-02' },
      previous: { from: '2030-02-17', to: '2030-02-23' },
      interval: 'day',
    })
  })

  test('ends on the day of the organization', () => {
    const { current } = rangeOf('30', now, 'Europe/Berlin')
    expect(current).toEqual({ from: '2030-02-02', to: '2030-03-03' })
  })

  test('of a year is counted by week', () => {
    expect(rangeOf('365', now, 'UTC')).toMatchObject({
      current: { from: '2029-03-03' },
      interval: 'week',
    })
  })
})
