import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import { eventsOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Transition } from '../rules/decision.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

// A new subscription is created and active before it is updated; an existing one is updated first.
const eventsOfNew = [
  'subscription.created',
  'subscription.active',
  'subscription.updated',
  'subscription.uncanceled',
  'subscription.canceled',
  'subscription.revoked',
] as const
const eventsOfExisting = [
  'subscription.updated',
  'subscription.active',
  'subscription.uncanceled',
  'subscription.canceled',
  'subscription.revoked',
] as const

/**
 * One event for each transition, in order. All of them carry the subscription after the last one.
 */
export function subscriptionEvents(
  transitions: readonly Transition[],
  row: Pick<SubscriptionRow, 'organizationId' | 'id' | 'customerId' | 'version'>,
  shown: Subscription,
): NewEvent[] {
  const { organizationId, id, customerId, version } = row
  const order = transitions.includes('created') ? eventsOfNew : eventsOfExisting
  const happened = new Set<string>(transitions.map((one) => `subscription.${one}`))
  const names = order.filter((name) => happened.has(name))
  return eventsOf(names, { organizationId, customerId, id, version }, shown)
}
