import { expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { decideCallback } from './oauth-redirects.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date(now.getTime() + 1)
const [session, other] = [newId('session'), newId('session')]
const invalid = { refused: 'oauth_state_invalid', details: { loc: ['query', 'state'] } }

it.each([
  ['without a genuine state is refused', null, invalid],
  ['from another session is refused', { sessionId: other, expiresAt: later }, invalid],
  ['from another session is refused after expiry', { sessionId: other, expiresAt: now }, invalid],
  ['in time is valid', { sessionId: session, expiresAt: later }, 'valid'],
  ['after expiry is expired', { sessionId: session, expiresAt: now }, 'expired'],
])('a callback %s', (_title, redirect, expected) => {
  expect(decideCallback({ redirect, sessionId: session, now })).toEqual(expected)
})
