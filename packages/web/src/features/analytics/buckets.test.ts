import { describe, expect, test } from 'vitest'
import { bucketOf } from './buckets.ts'

const berlin = { timeZone: 'Europe/Berlin' }

describe('a bucket', () => {
  test.each([
    ['day', '2026-03-28T23:00:00Z', '2026-03-01', '2026-03-29', '29 Mar'],
    ['day', '2026-03-29T22:00:00Z', '2026-03-01', '2026-03-30', '30 Mar'],
    ['week', '2026-03-22T23:00:00Z', '2026-03-25', '2026-03-25', '25 Mar'],
    ['month', '2026-03-31T22:00:00Z', '2026-01-01', '2026-04-01', 'Apr 2026'],
    ['month', '2025-12-31T23:00:00Z', '2026-01-15', '2026-01-15', 'Jan 2026'],
    ['year', '2025-12-31T23:00:00Z', '2026-01-01', '2026-01-01', '2026'],
  ] as const)('of a %s that begins at %s', (interval, startsAt, from, key, label) => {
    const facts = { ...berlin, interval, range: { from, to: '2026-12-31' } }
    expect(bucketOf(new Date(startsAt), facts)).toEqual({ key, label })
  })

  test('of an hour has the day where there are several', () => {
    const at = new Date('2026-03-29T01:00:00Z')
    const hourly = (from: string) =>
      bucketOf(at, { ...berlin, interval: 'hour', range: { from, to: '2026-03-29' } })
    expect(hourly('2026-03-29')).toEqual({ key: at.toISOString(), label: '03:00' })
    expect(hourly('2026-03-28').label).toBe('29 Mar, 03:00')
  })
})
