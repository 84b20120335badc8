import { describe, expect, it } from 'vitest'
import { type BucketedSpan, bucketStarts } from './buckets.ts'

const startsOf = (
  interval: BucketedSpan['interval'],
  [start, end]: readonly [string, string],
  timeZone = 'UTC',
) =>
  bucketStarts({ start: new Date(start), end: new Date(end), interval, timeZone }).map((one) =>
    one.toISOString().replace(':00.000Z', 'Z'),
  )

describe('the intervals of a span', () => {
  it.each<[BucketedSpan['interval'], string, string, readonly string[]]>([
    ['hour', '2026-02-28T22:59Z', '2026-03-01T00:00Z', ['2026-02-28T22:00Z', '2026-02-28T23:00Z']],
    ['hour', '2026-03-01T00:00Z', '2026-03-01T00:01Z', ['2026-03-01T00:00Z']],
    ['day', '2028-02-28T12:00Z', '2028-03-01T00:00Z', ['2028-02-28T00:00Z', '2028-02-29T00:00Z']],
    ['day', '2026-02-28T00:00Z', '2026-02-28T00:01Z', ['2026-02-28T00:00Z']],
    // A Sunday, and the Monday after.
    ['week', '2026-03-01T12:00Z', '2026-03-02T00:01Z', ['2026-02-23T00:00Z', '2026-03-02T00:00Z']],
    ['week', '2026-03-02T00:00Z', '2026-03-09T00:00Z', ['2026-03-02T00:00Z']],
    ['month', '2026-01-31T23:59Z', '2026-03-01T00:00Z', ['2026-01-01T00:00Z', '2026-02-01T00:00Z']],
    ['year', '2026-12-31T00:00Z', '2027-01-01T00:01Z', ['2026-01-01T00:00Z', '2027-01-01T00:00Z']],
  ])('%s: from %s until %s', (interval, start, end, expected) => {
    expect(startsOf(interval, [start, end])).toEqual(expected)
  })

  it.each<[string, BucketedSpan['interval'], string, string, readonly string[]]>([
    [
      'Europe/Berlin',
      'day',
      '2026-03-28T23:00Z',
      '2026-03-30T00:00Z',
      ['2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ],
    [
      'Europe/Berlin',
      'day',
      '2026-10-24T22:00Z',
      '2026-10-26T00:00Z',
      ['2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ],
    [
      'Europe/Berlin',
      'month',
      '2026-03-15T00:00Z',
      '2026-04-01T00:00Z',
      ['2026-02-28T23:00Z', '2026-03-31T22:00Z'],
    ],
    [
      'Asia/Kathmandu',
      'hour',
      '2026-03-01T00:00Z',
      '2026-03-01T00:30Z',
      ['2026-02-28T23:15Z', '2026-03-01T00:15Z'],
    ],
    ['Pacific/Auckland', 'year', '2026-06-01T00:00Z', '2026-06-02T00:00Z', ['2025-12-31T11:00Z']],
    // The day has no midnight, and begins at one o'clock.
    [
      'Africa/Cairo',
      'day',
      '2026-04-23T00:00Z',
      '2026-04-24T22:00Z',
      ['2026-04-22T22:00Z', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ],
    // The day has two midnights.
    [
      'America/Havana',
      'day',
      '2026-11-01T04:00Z',
      '2026-11-02T06:00Z',
      ['2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ],
  ])('in %s, by %s: from %s until %s', (timeZone, interval, start, end, expected) => {
    expect(startsOf(interval, [start, end], timeZone)).toEqual(expected)
  })

  it('have 23 and 25 hours on the days when clocks are changed', () => {
    const hours = (day: string, until: string) =>
      startsOf('hour', [`${day}Z`, `${until}Z`], 'America/New_York').length
    expect(hours('2026-03-08T05:00', '2026-03-09T04:00')).toBe(23)
    expect(hours('2026-11-01T04:00', '2026-11-02T05:00')).toBe(25)
  })
})
