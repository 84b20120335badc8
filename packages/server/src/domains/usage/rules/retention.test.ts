import { expect, it } from 'vitest'
import { keptSince, oldMonths, refuseBefore } from './retention.ts'

it.each([
  ['2026-11-28T12:00:00Z', 3, '2026-08-01T00:00:00.000Z'],
  ['2026-03-31T23:59:59Z', 13, '2025-02-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00Z', 3, '2025-10-01T00:00:00.000Z'],
])('at %s, %d months are kept since %s', (now, months, since) => {
  expect(keptSince(new Date(now), months).toISOString()).toBe(since)
})

it('the earliest of the old months comes first', () => {
  const [may, june, july] = ['2026-05-01', '2026-06-01', '2026-07-01'].map((at) => new Date(at))
  const all = [july, may, june].flatMap((one) => one ?? [])
  expect(oldMonths(all, new Date('2026-07-01'))).toEqual([may, june])
})

it('what begins at the instant since which events are kept isn’t refused', () => {
  const at = new Date('2026-05-01T00:00:00.001Z')
  const before = new Date('2026-05-01T00:00:00Z')
  expect([refuseBefore(before, null, []), refuseBefore(at, at, [])]).toEqual([null, null])
  expect(refuseBefore(before, at, ['query', 'start_timestamp'])).toMatchObject({
    refused: 'invalid_input',
    details: { faults: [{ loc: ['query', 'start_timestamp'] }] },
  })
})
