import { describe, expect, it } from 'vitest'
import { readReconcile } from './reconcile-usage.ts'

const comparableTo = new Date('2026-03-31T05:00:00Z')
const plain = {
  from: new Date('2026-03-01T05:00:00Z'),
  to: comparableTo,
  isBooking: false,
  isJson: false,
}

describe('guildhall reconcile is parsed', () => {
  it.each([
    [[], plain],
    [['--book', '--json'], { ...plain, isBooking: true, isJson: true }],
    [['--from', '2026-03-10'], { ...plain, from: new Date('2026-03-10T00:00:00Z') }],
    [
      ['--from=2026-01-01', '--to=2026-02-01T12:00:00+01:00'],
      { ...plain, from: new Date('2026-01-01'), to: new Date('2026-02-01T11:00:00Z') },
    ],
  ])('as %j', (args, expected) => {
    expect(readReconcile(args, comparableTo)).toEqual(expected)
  })
})

describe('guildhall reconcile is refused', () => {
  it.each([
    [
      ['--from', 'yesterday'],
      'yesterday is not a time, such as 2026-03-01 or 2026-03-01T12:00:00Z',
    ],
    [['--to', '2026-02-30T25:00:00Z'], '2026-02-30T25:00:00Z is not a time'],
    [['--from', '2026-03-02', '--to', '2026-03-02'], 'The period ends before it starts'],
    [['acme'], 'There is no option acme'],
    [['--fix'], "Unknown option '--fix'"],
  ])('as %j', (args, text) => {
    expect(readReconcile(args, comparableTo)).toEqual({ usageError: expect.stringContaining(text) })
  })
})
