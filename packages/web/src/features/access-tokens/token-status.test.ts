import { expect, test } from 'vitest'
import { statusOf } from './token-status.ts'

const day = (number: number) => new Date(Date.UTC(2027, 0, number))

test.each([
  [null, 100, 'active'],
  [31, 1, 'active'],
  [31, 24, 'active'],
  [31, 25, 'ending'],
  [31, 31, 'expired'],
  [31, 60, 'expired'],
  [8, 1, 'active'],
  [8, 5, 'ending'],
] as const)('created on day 1 to expire on %s, on day %s it is %s', (end, today, status) => {
  const expiresAt = end === null ? null : day(end)
  expect(statusOf({ expiresAt, createdAt: day(1) }, day(today))).toBe(status)
})
