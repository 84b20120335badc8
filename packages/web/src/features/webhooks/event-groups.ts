import {
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/webhook-events'

/** The events about one type of object. */
export interface EventGroup {
  name: string
  events: readonly WebhookEventType[]
}

/** The selectable events. */
export const eventGroups: readonly EventGroup[] = groupByObject()

function groupByObject(): EventGroup[] {
  const groups = new Map<string, WebhookEventType[]>()
  for (const type of webhookEventTypes) {
    const [object = ''] = type.split('.')
    const name = groupName(object)
    groups.set(name, [...(groups.get(name) ?? []), type])
  }
  return Array.from(groups, ([name, events]) => ({ name, events }))
}

export const eventsIn = (groups: readonly EventGroup[]): WebhookEventType[] =>
  groups.flatMap(({ events }) => events)

/** In the order of the API, without duplicates. */
export const inOrder = (events: readonly WebhookEventType[]): WebhookEventType[] =>
  webhookEventTypes.filter((type) => events.includes(type))

/** “benefit_grant” → “Benefit grants”. */
function groupName(object: string): string {
  return `${object.charAt(0).toUpperCase()}${object.slice(1).replaceAll('_', ' ')}s`
}

const groupsNamedMax = 2

/** A summary of an endpoint’s events. */
export function eventsSummary(held: readonly WebhookEventType[]): string {
  if (webhookEventTypes.every((type) => held.includes(type))) return 'Everything'
  const [first, ...others] = held
  if (first !== undefined && others.length === 0) return first
  const names = eventGroups
    .filter(({ events }) => events.some((type) => held.includes(type)))
    .map(({ name }) => name.toLowerCase())
  const more = names.length - groupsNamedMax
  const shown = names.slice(0, groupsNamedMax).join(', ')
  const listed = more > 0 ? `${shown} and ${more} more` : shown
  return `${held.length} events: ${listed}`
}

/** When each event is sent. */
export const eventText: Readonly<Record<WebhookEventType, string>> = {
  'checkout.created': 'A checkout was created.',
  'checkout.updated': 'A checkout was changed.',
  'customer.created': 'A customer was created.',
  'customer.updated': 'A customer’s details were changed.',
  'customer.deleted': 'A customer was deleted.',
  'customer.state_changed':
    'A customer’s subscriptions or benefits changed. Sent once per change, after all other events.',
  'order.created': 'An order was created for a purchase or renewal.',
  'order.updated': 'An order was changed.',
  'order.paid': 'An order was paid.',
  'order.refunded': 'An order was fully or partially refunded.',
  'subscription.created': 'A subscription was created.',
  'subscription.updated': 'A subscription was changed.',
  'subscription.active': 'A subscription became active or recovered from a failed payment.',
  'subscription.canceled': 'A subscription was canceled; benefits stay until it ends.',
  'subscription.uncanceled': 'A cancellation was undone.',
  'subscription.revoked': 'A subscription ended and its benefits were revoked.',
  'refund.created': 'A refund was created.',
  'refund.updated': 'A refund succeeded or failed.',
  'dispute.created': 'A customer disputed a payment, or their bank warned of it.',
  'dispute.updated': 'A dispute was answered, won, lost or prevented.',
  'product.created': 'A product was created.',
  'product.updated': 'A product was changed or archived.',
  'benefit.created': 'A benefit was created.',
  'benefit.updated': 'A benefit was changed or deleted.',
  'benefit_grant.created': 'A benefit was granted to a customer.',
  'benefit_grant.cycled': 'A benefit was renewed for another period.',
  'benefit_grant.updated': 'A granted benefit was changed.',
  'benefit_grant.revoked': 'A benefit was revoked from a customer.',
  'customer_meter.credits_changed':
    'Credits of a meter were given to a customer, taken, or have expired.',
  'usage_limit.threshold_reached': 'A customer’s usage reached a threshold of a limit.',
  'top_up.stopped':
    'Credits of a customer are no longer bought automatically: a card was declined, or something changed.',
  'organization.updated': 'Your organization was changed.',
}
