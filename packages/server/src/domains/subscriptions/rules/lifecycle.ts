import { assert } from '../../../kernel/assert.ts'
import { lifecycle, type MoveOf, next } from '../../../kernel/lifecycle.ts'
import type { SubscriptionStatus } from './facts.ts'

/**
 * Whoever doesn’t pay keeps the subscription for a while, and then, as the seller has it, loses it
 * or has it rest unpaid until the money comes.
 */
export const subscriptionLifecycle = lifecycle({
  starts: ['incomplete', 'trialing', 'active'],
  ends: ['incomplete_expired', 'canceled'],
  moves: {
    incomplete: { activate: 'active', expire: 'incomplete_expired' },
    trialing: { convert: 'active', end: 'canceled' },
    active: { fail: 'past_due', end: 'canceled' },
    past_due: { recover: 'active', rest: 'unpaid', end: 'canceled' },
    unpaid: { recover: 'active', end: 'canceled' },
    incomplete_expired: {},
    canceled: {},
  },
})

type Move = MoveOf<typeof subscriptionLifecycle>

export function moved(status: SubscriptionStatus, move: Move): SubscriptionStatus {
  const to = next(subscriptionLifecycle, status, move)
  assert(to !== null, `a subscription that is ${status} can’t ${move}`)
  return to
}

/** Whether it gives what it gives without anything being overdue. */
export const isActive = (status: SubscriptionStatus): boolean =>
  status === 'trialing' || status === 'active'

/** Whether its periods go on. */
export const isBillable = (status: SubscriptionStatus): boolean =>
  isActive(status) || status === 'past_due'

export const hasEnded = (status: SubscriptionStatus): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
