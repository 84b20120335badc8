import { describe, expect, test } from 'vitest'
import { extendedUntil, isLive } from './session-life.ts'

const day = 86_400
const lifetimes = {
  seconds: 7 * day,
  refreshSeconds: day,
  freshSeconds: day,
  maxSeconds: 90 * day,
}
const createdAt = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)

describe('using a session', () => {
  const used = (secondsAfter: number, expiresAfter: number, remembered = true) => {
    const session = { remembered, createdAt, expiresAt: after(expiresAfter) }
    return extendedUntil(session, lifetimes, after(secondsAfter))
  }

  test.each([
    ['within a day of its last extension leaves it', day - 1, 7 * day, null],
    ['a day after its last extension extends it', day, 7 * day, 8 * day],
    ['shortly before the last day extends it to the end of its life', 86 * day, 88 * day, 90 * day],
    ['on its last days leaves it', 89 * day, 90 * day, null],
  ])('%s', (_title, at, expires, extended) => {
    expect(used(at, expires)).toEqual(extended === null ? null : after(extended))
  })

  test('that ends with the browser never extends it', () => {
    expect(used(day, day, false)).toBeNull()
  })

  test('with a refresh of zero seconds doesn’t extend it beyond its life', () => {
    const session = { remembered: true, createdAt, expiresAt: after(90 * day) }
    const always = { ...lifetimes, refreshSeconds: 0 }
    expect(extendedUntil(session, always, after(89 * day))).toBeNull()
  })
})

describe('a session', () => {
  const live = (secondsAfter: number, maxSeconds = lifetimes.maxSeconds) =>
    isLive({ createdAt, expiresAt: after(7 * day) }, { maxSeconds }, after(secondsAfter))

  test('is live until it expires', () => {
    expect([live(7 * day - 1), live(7 * day)]).toEqual([true, false])
  })

  test('is over when the maximum was lowered below its age', () => {
    expect([live(2 * day, 3 * day), live(3 * day, 3 * day)]).toEqual([true, false])
  })
})
