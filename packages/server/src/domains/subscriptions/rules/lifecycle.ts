import {
  activeSubscriptionStatuses,
  billableSubscriptionStatuses,
  endedSubscriptionStatuses,
  overdueSubscriptionStatuses,
  type SubscriptionStatus,
} from '@guildhall/contract/subscriptions/subscription-statuses'
import { assert } from '../../../kernel/assert.ts'
import { lifecycle, type MoveOf, next } from '../../../kernel/lifecycle.ts'

/**
 * A subscription that isn’t paid stays for a while. Then, depending on the seller’s dunning
 * settings, it ends, is suspended as `unpaid` until it is paid, or stays past due. One that a dispute
 * keeps from being renewed is suspended as well.
 */
export const subscriptionLifecycle = lifecycle({
  starts: ['incomplete', 'trialing', 'active'],
  ends: ['incomplete_expired', 'canceled'],
  moves: {
    incomplete: { activate: 'active', expire: 'incomplete_expired' },
    trialing: { convert: 'active', suspend: 'unpaid', end: 'canceled' },
    active: { fail: 'past_due', suspend: 'unpaid', end: 'canceled' },
    past_due: { recover: 'active', suspend: 'unpaid', end: 'canceled' },
    unpaid: { recover: 'active', end: 'canceled' },
    incomplete_expired: {},
    canceled: {},
  },
})

type Move = MoveOf<typeof subscriptionLifecycle>

export function statusAfter(status: SubscriptionStatus, move: Move): SubscriptionStatus {
  const to = next(subscriptionLifecycle, status, move)
  assert(to !== null, `a subscription that is ${status} can’t ${move}`)
  return to
}

export const isActive = (status: string): boolean => activeSubscriptionStatuses.includes(status)

export const isBillable = (status: string): boolean => billableSubscriptionStatuses.includes(status)

export const isOverdue = (status: string): boolean => overdueSubscriptionStatuses.includes(status)

interface Arrears {
  readonly status: string
  readonly finalActionAt: Date | null
}

/** A payment is overdue: of a subscription that goes on, or the last one of one that has ended. */
export const isInArrears = ({ status, finalActionAt }: Arrears): boolean =>
  isOverdue(status) || finalActionAt !== null

export const hasEnded = (status: string): boolean => endedSubscriptionStatuses.includes(status)
