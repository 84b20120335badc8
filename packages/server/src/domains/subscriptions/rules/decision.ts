import type { BillingReason, OrderClosing } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Period } from '../../../kernel/period.ts'
import type { BillingEntry, SubscriptionFacts } from './facts.ts'
import { isActive } from './lifecycle.ts'
import type { EarlyUsage } from './metered-periods.ts'

/** What a rule decided about a subscription. Nothing of it is saved yet. */
export interface Decision {
  readonly after: SubscriptionFacts
  /** The order to place and charge. It bills all waiting entries. */
  readonly order: OrderDraft | null
  /** Those of `after.waiting` that are new and must be stored. */
  readonly entries: readonly BillingEntry[]
  /** What the order bills of the current period, which goes on. */
  readonly billedEarly: readonly EarlyUsage[]
  /** Until when it bills the period that was cut, of which the rest has another price; else null. */
  readonly cutAt: Date | null
  /** Empty where nothing changed: then there is nothing to save. */
  readonly transitions: readonly Transition[]
  /** As what its open orders are no longer collected; null where they are. */
  readonly closesOrdersAs: OrderClosing | null
}

export interface OrderDraft {
  readonly reason: BillingReason
  /** Waiting entries first, then those of this decision. */
  readonly entries: readonly BillingEntry[]
  /** What it pays for. No two orders with reason `subscription_cycle` start at the same time. */
  readonly period: Period
  readonly discountId: Id<'discount'> | null
}

/** Each is an event `subscription.<name>`. */
export type Transition = 'created' | 'active' | 'updated' | 'uncanceled' | 'canceled' | 'revoked'

/**
 * A decision with defaults for what is not given: no order, no entries, no cut, and collection
 * continues.
 */
export const decided = (
  before: SubscriptionFacts,
  after: SubscriptionFacts,
  rest: Partial<
    Pick<Decision, 'order' | 'entries' | 'closesOrdersAs' | 'billedEarly' | 'cutAt'>
  > = {},
): Decision => ({
  after,
  order: null,
  entries: [],
  closesOrdersAs: null,
  billedEarly: [],
  cutAt: null,
  ...rest,
  transitions: transitionsBetween(before, after),
})

export const unchanged = (facts: SubscriptionFacts): Decision => decided(facts, facts)

/** In the order in which events are sent: `updated` comes first, and once however much changed. */
export function transitionsBetween(
  before: SubscriptionFacts,
  after: SubscriptionFacts,
): readonly Transition[] {
  if (before === after) return []
  const happened: readonly (readonly [Transition, boolean])[] = [
    ['updated', true],
    ['active', !isActive(before.status) && isActive(after.status)],
    ['uncanceled', before.canceledAt !== null && after.canceledAt === null],
    ['canceled', before.canceledAt === null && after.canceledAt !== null],
    ['revoked', before.revokedAt === null && after.revokedAt !== null],
  ]
  return happened.flatMap(([transition, isTrue]) => (isTrue ? transition : []))
}
