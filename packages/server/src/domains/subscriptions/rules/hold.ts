import type { Id } from '@guildhall/contract/primitives'
import { type Decision, decided, unchanged } from './decision.ts'
import { ended, noDunning } from './end.ts'
import { usageOfPeriod } from './entries.ts'
import type { SubscriptionFacts } from './facts.ts'
import { hasEnded, statusAfter } from './lifecycle.ts'
import { firstPeriod, withPeriod } from './periods.ts'
import { billPeriod, withPendingChange } from './renewal.ts'

/** A dispute that is open or lost. */
export interface StandingDispute {
  readonly subscriptionId: Id<'subscription'> | null
  /** The card that was charged; null where it wasn’t stored. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  readonly isOpen: boolean
  readonly openedAt: Date
}

interface Charged {
  readonly id: Id<'subscription'>
  /** The card that its renewal would charge. */
  readonly cardId: Id<'paymentMethod'> | null
  /** By the seller, or by the customer, who chose another card. */
  readonly holdLiftedAt: Date | null
  /** By the seller alone: another card doesn’t make the disputed one good again. */
  readonly cardsTrustedAt: Date | null
}

/**
 * Whether a subscription must not be renewed: a dispute of its own payments is open, or its card is
 * one whose payment is disputed or was lost.
 */
export const isHeld = (
  { id, cardId, holdLiftedAt, cardsTrustedAt }: Charged,
  disputes: readonly StandingDispute[],
): boolean =>
  disputes.some(({ openedAt, isOpen, subscriptionId, paymentMethodId }) => {
    const isOwn = isOpen && subscriptionId === id
    const isCard = cardId !== null && paymentMethodId === cardId
    return (
      (isOwn && isAfter(openedAt, holdLiftedAt)) || (isCard && isAfter(openedAt, cardsTrustedAt))
    )
  })

const isAfter = (at: Date, other: Date | null): boolean => other === null || at > other

/** Holds a subscription, or lets it go on. */
export function decideHold(facts: SubscriptionFacts, held: boolean, now: Date): Decision {
  if (hasEnded(facts.status) || held === (facts.heldAt !== null)) return unchanged(facts)
  return decided(facts, { ...facts, heldAt: held ? now : null })
}

/** The seller wants no disputing customer: it ends, and nothing more is billed or collected. */
export function decideDisputeEnd(facts: SubscriptionFacts, now: Date): Decision {
  if (hasEnded(facts.status) || facts.status === 'incomplete') return unchanged(facts)
  return decided(facts, ended(facts, now), { closesOrdersAs: 'void' })
}

/**
 * The period of a held subscription is over: it is suspended without an order, because what isn’t
 * billed isn’t given. One that was overdue already waits for its open order.
 */
export function decideSuspension(facts: SubscriptionFacts, now: Date): Decision {
  return decided(facts, {
    ...facts,
    ...noDunning,
    status: statusAfter(facts.status, 'suspend'),
    suspendedAt: facts.status === 'past_due' ? null : facts.period.end,
    revokedAt: facts.revokedAt ?? now,
  })
}

/**
 * Nothing holds a suspended subscription any more: a new period starts and is billed now, so that
 * the time in between is neither given nor charged. Null if it isn’t suspended.
 */
export function decideResumption(facts: SubscriptionFacts, now: Date): Decision | null {
  if (facts.suspendedAt === null || facts.heldAt !== null || facts.status !== 'unpaid') return null
  const wasTrial = facts.trialEnd !== null && facts.trialEnd >= facts.period.end
  const usage = wasTrial ? [] : usageOfPeriod(facts)
  const changed = withPendingChange(facts)
  const { after, order } = billPeriod(
    {
      ...withPeriod(changed, firstPeriod(changed.interval, now)),
      status: statusAfter(facts.status, 'recover'),
      suspendedAt: null,
      revokedAt: null,
    },
    usage,
  )
  const isEmpty = order.entries.length === 0
  return decided(facts, after, {
    order: isEmpty ? null : { reason: 'subscription_cycle', ...order },
  })
}
