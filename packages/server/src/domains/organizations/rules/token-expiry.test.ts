import { describe, expect, it } from 'vitest'
import { expiresSoon, nextExpiryNotice } from './token-expiry.ts'

const day = (number: number) => new Date(Date.UTC(2030, 0, number))
const end = day(31)

describe('the members are mailed', () => {
  it.each<[string, Date | null, Date, Date | null]>([
    ['seven days before the end', end, day(1), day(24)],
    ['one day before it, once the first mail is due', end, day(24), day(30)],
    ['one day before it about a token that was made for a week', end, day(25), day(30)],
    ['never about one that was made for a day', end, day(30), null],
    ['never after its end', end, day(32), null],
    ['never about one without an end', null, day(1), null],
  ])('%s', (_when, expiresAt, after, expected) => {
    expect(nextExpiryNotice(expiresAt, after)).toEqual(expected)
  })
})

it('responses name the end in the last seven days', () => {
  expect([day(23), day(24), day(30)].map((now) => expiresSoon(end, now))).toEqual([
    false,
    true,
    true,
  ])
})
