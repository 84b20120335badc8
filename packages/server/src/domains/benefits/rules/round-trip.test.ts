import { expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { decideReturn } from './round-trip.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date(now.getTime() + 1)
const [session, other] = [newId('session'), newId('session')]
const over = { refused: 'round_trip_over', details: { loc: ['query', 'state'] } }

it.each([
  ['of nobody', null, over],
  ['of somebody else', { sessionId: other, until: later }, over],
  ['of somebody else, late', { sessionId: other, until: now }, over],
  ['in time', { sessionId: session, until: later }, 'in_time'],
  ['late', { sessionId: session, until: now }, 'late'],
])('a return %s', (_which, trip, expected) => {
  expect(decideReturn({ trip, sessionId: session, now })).toEqual(expected)
})
