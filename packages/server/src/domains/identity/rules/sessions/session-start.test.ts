import { describe, expect, it } from 'vitest'
import { decideSessionStart, type SessionStartFacts } from './session-start.ts'

const now = new Date('2026-11-20T12:00:00Z')
const daySeconds = 86_400
const user = { banned: null, banExpires: null }
type Facts = SessionStartFacts<{ banned: boolean | null; banExpires: Date | null }>
const facts: Facts = {
  user,
  remembered: true,
  impersonation: null,
  lifetimes: { seconds: 7 * daySeconds },
  deletedRefusal: 'invalid_email_or_password',
}
const session = { kind: 'session', user, lifetimeSeconds: 7 * daySeconds, liftsBan: false }

describe('decideSessionStart', () => {
  it.each<[string, Partial<Facts>, object]>([
    ['starts a session', {}, session],
    ['limits sessions that end with the browser', { remembered: false }, limited(daySeconds)],
    [
      'keeps a shorter configured lifetime',
      { remembered: false, lifetimes: { seconds: 60 } },
      limited(60),
    ],
    [
      'gives impersonations their own lifetime',
      { impersonation: { lifetimeSeconds: 3600 } },
      limited(3600),
    ],
    ['refuses a banned user', banned(null), { refused: 'banned_user' }],
    ['refuses until a ban expires', banned(later(1)), { refused: 'banned_user' }],
    ['lifts an expired ban', banned(now), { ...session, ...banned(now), liftsBan: true }],
    ['refuses a deleted user', { user: null }, { refused: 'invalid_email_or_password' }],
  ])('%s', (_what, changed, expected) => {
    expect(decideSessionStart({ ...facts, ...changed }, now)).toEqual(expected)
  })
})

function limited(lifetimeSeconds: number) {
  return { ...session, lifetimeSeconds }
}

function banned(banExpires: Date | null) {
  return { user: { banned: true, banExpires } }
}

function later(seconds: number) {
  return new Date(now.getTime() + seconds * 1000)
}
