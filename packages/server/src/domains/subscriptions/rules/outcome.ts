import type { Plan, SubscriptionFacts, Transition } from './facts.ts'
import { isActive } from './lifecycle.ts'

/** A plan that does what isn’t said otherwise: no order, nothing kept, nothing given up. */
export const planned = (
  before: SubscriptionFacts,
  after: SubscriptionFacts,
  rest: Partial<Pick<Plan, 'order' | 'entries' | 'givesUpOrders'>> = {},
): Plan => ({
  after,
  order: null,
  entries: [],
  givesUpOrders: false,
  ...rest,
  transitions: transitionsBetween(before, after),
})

export const unchanged = (facts: SubscriptionFacts): Plan => planned(facts, facts)

/**
 * What has happened, in the order in which it is told: that it changed comes first, and once,
 * however much did.
 */
export function transitionsBetween(
  before: SubscriptionFacts,
  after: SubscriptionFacts,
): readonly Transition[] {
  if (before === after) return []
  return [
    'updated',
    ...told('active', !isActive(before.status) && isActive(after.status)),
    ...told('uncanceled', before.canceledAt !== null && after.canceledAt === null),
    ...told('canceled', before.canceledAt === null && after.canceledAt !== null),
    ...told('revoked', before.revokedAt === null && after.revokedAt !== null),
  ]
}

const told = (transition: Transition, isTrue: boolean): readonly Transition[] =>
  isTrue ? [transition] : []
