import { describe, expect, it } from 'vitest'
import { isNewDevice } from './new-device.ts'

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/143.0 Safari/537.36'
const now = new Date('2026-11-24T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const signIn = (userAgent: string) => ({ action: 'sign-in', userAgent })
const signUp = (userAgent: string) => ({ action: 'sign-up', userAgent })

describe('a sign-in from a new device', () => {
  it.each([
    ['the first one after the sign-up', chrome, [signUp(firefox(140))], 1, false],
    ['the first one of an account without a recorded sign-up', chrome, [], 1, false],
    ['another browser', chrome, [signUp(firefox(140)), signIn(firefox(140))], 1, true],
    ['the browser of the sign-up', chrome, [signUp(chrome), signIn(firefox(140))], 1, false],
    ['a later version of a known browser', firefox(145), [signIn(firefox(140))], 1, false],
    ['one after a long absence', firefox(145), [], 90, true],
    ['a program', 'curl/8.5.0', [signIn(chrome)], 1, true],
    ['another version of a program', 'curl/8.5.0', [signIn('curl/7.1')], 1, false],
    ['one without a name', '', [signIn(chrome)], 1, true],
  ])('%s', (_title, userAgent, earlier, days, expected) => {
    expect(isNewDevice({ userAgent, earlier, userCreatedAt: daysAgo(days) }, now)).toBe(expected)
  })
})
