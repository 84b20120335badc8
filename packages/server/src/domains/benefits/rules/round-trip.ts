import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Returning {
  /** What the state says; null where it isn't one of ours. */
  readonly trip: { readonly sessionId: Id<'session'>; readonly until: Date } | null
  readonly sessionId: Id<'session'>
  readonly now: Date
}

/**
 * Whether a browser that comes back is the one that left, and in time. Whoever left and is late is
 * sent on with the news; anybody else learns nothing.
 */
export function decideReturn({
  trip,
  sessionId,
  now,
}: Returning): 'in_time' | 'late' | Refusal<'round_trip_over'> {
  if (trip === null || trip.sessionId !== sessionId) return notYours
  return trip.until > now ? 'in_time' : 'late'
}

const notYours = refuse('round_trip_over', { loc: ['query', 'state'] })
