import { describe, expect, test } from 'vitest'
import { isBanned, secondsUntil } from './bans.ts'

const noon = new Date(2026, 10, 20, 12)
const evening = new Date(2026, 10, 20, 18)

describe('isBanned', () => {
  test.each([
    [{ banned: null, banExpires: null }, false],
    [{ banned: false, banExpires: null }, false],
    [{ banned: true, banExpires: null }, true],
    [{ banned: true, banExpires: evening }, true],
    [{ banned: true, banExpires: noon }, false],
  ])('%j: %s', (user, expected) => {
    expect(isBanned(user, noon)).toBe(expected)
  })
})

test('a ban until a day ends when that day starts in local time', () => {
  expect(secondsUntil('2026-11-21', noon)).toBe(12 * 3600)
  expect(secondsUntil('2026-11-21', new Date(noon.getTime() + 1))).toBe(12 * 3600)
})
