import { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Transition } from '../rules/facts.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

/** One that begins is created and active before it is anything else. */
const beginning = ['created', 'active', 'updated'] as const
/** Whatever happens to one that is there already, it was updated first. */
const going = ['updated', 'active', 'uncanceled', 'canceled', 'revoked'] as const

const codec = wireCodec(Subscription, 'billing')

/**
 * What happened to a subscription in one transaction, in the order in which readers are told, each
 * once and with the whole subscription as of then: what webhooks send.
 */
export function subscriptionEvents(
  transitions: readonly Transition[],
  row: Pick<SubscriptionRow, 'organizationId' | 'id' | 'customerId' | 'version'>,
  shown: Subscription,
): NewEvent[] {
  const order = transitions.includes('created') ? [...beginning, ...going.slice(2)] : going
  const payload = encodedText(codec.encode(shown))
  const { organizationId, id, customerId, version } = row
  return order
    .filter((one) => transitions.includes(one))
    .map((one) => ({
      name: `subscription.${one}`,
      organizationId,
      customerId,
      object: { type: 'subscription', id, version },
      payload,
    }))
}
