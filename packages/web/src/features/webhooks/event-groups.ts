import {
  tellableEventTypes,
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/events'

/** The events about one kind of objects. */
export interface EventGroup {
  name: string
  events: readonly WebhookEventType[]
}

const tellable: readonly WebhookEventType[] = tellableEventTypes

/** What can be chosen: all that happens here, and what an endpoint asks for already. */
export function eventGroups(held: readonly WebhookEventType[]): EventGroup[] {
  const groups = new Map<string, WebhookEventType[]>()
  for (const type of webhookEventTypes) {
    if (!tellable.includes(type) && !held.includes(type)) continue
    const [object = ''] = type.split('.')
    const name = groupName(object)
    groups.set(name, [...(groups.get(name) ?? []), type])
  }
  return Array.from(groups, ([name, events]) => ({ name, events }))
}

export const eventsIn = (groups: readonly EventGroup[]): WebhookEventType[] =>
  groups.flatMap(({ events }) => events)

/** In the order of the wire, each of them once. */
export const inOrder = (events: readonly WebhookEventType[]): WebhookEventType[] =>
  webhookEventTypes.filter((type) => events.includes(type))

/** “benefit_grant” → “Benefit grants”. */
function groupName(object: string): string {
  return `${object.charAt(0).toUpperCase()}${object.slice(1).replaceAll('_', ' ')}s`
}

const groupsNamedMax = 2

/** What an endpoint is told, in a few words. */
export function eventsSummary(held: readonly WebhookEventType[]): string {
  if (tellable.every((type) => held.includes(type))) return 'Everything'
  const [first, ...others] = held
  if (first !== undefined && others.length === 0) return first
  const names = eventGroups(held)
    .filter(({ events }) => events.some((type) => held.includes(type)))
    .map(({ name }) => name.toLowerCase())
  const more = names.length - groupsNamedMax
  const shown = names.slice(0, groupsNamedMax).join(', ')
  const words = more > 0 ? `${shown} and ${more} more` : shown
  return `${held.length} events: ${words}`
}

/** When each is sent. */
export const eventWords: Readonly<Record<WebhookEventType, string>> = {
  'checkout.created': 'A checkout is opened.',
  'checkout.updated': 'What is in it changes, or how it stands.',
  'customer.created': 'There is a new customer.',
  'customer.updated': 'Their name, address or other details change.',
  'customer.deleted': 'A customer is deleted.',
  'customer.state_changed': 'What a customer has changes: once per change, after all the others.',
  'order.created': 'Something is bought or renewed, paid or not yet.',
  'order.updated': 'Anything about an order changes.',
  'order.paid': 'The money is there.',
  'order.refunded': 'All or a part of it is paid back.',
  'subscription.created': 'Somebody subscribes.',
  'subscription.updated': 'Anything about a subscription changes.',
  'subscription.active': 'It begins, or a payment that had failed is made good.',
  'subscription.canceled': 'It’s to end; what the customer has stays until then.',
  'subscription.uncanceled': 'It’s to go on after all.',
  'subscription.revoked': 'It’s over: the customer has it no more.',
  'refund.created': 'Money is on its way back.',
  'refund.updated': 'A refund has arrived or failed.',
  'product.created': 'There is a new product.',
  'product.updated': 'Its words, prices or benefits change, or it’s archived.',
  'benefit.created': 'There is a new benefit.',
  'benefit.updated': 'A benefit changes or is deleted.',
  'benefit_grant.created': 'A customer gets a benefit.',
  'benefit_grant.cycled': 'A customer keeps a benefit for another period.',
  'benefit_grant.updated': 'What a customer gets by a benefit changes.',
  'benefit_grant.revoked': 'A customer loses a benefit.',
  'organization.updated': 'Your organization’s details change.',
}
