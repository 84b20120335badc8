/** Everything an endpoint can listen to, in the order in which it is offered. */
export const webhookEventTypes = [
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'refund.created',
  'refund.updated',
  'product.created',
  'product.updated',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.cycled',
  'benefit_grant.updated',
  'benefit_grant.revoked',
  'organization.updated',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

type OfGrants = Extract<WebhookEventType, `benefit_grant.${string}`>
type TellableEventType = Exclude<WebhookEventType, OfGrants>

const isTellable = (type: WebhookEventType): type is TellableEventType =>
  !type.startsWith('benefit_grant.')

/** What this server tells: all but what belongs to grants, which nobody is given here. */
export const tellableEventTypes: readonly TellableEventType[] = webhookEventTypes.filter(isTellable)

const names: readonly string[] = webhookEventTypes

/** Whether endpoints may hear of an event of this name. */
export const isWebhookEventType = (name: string): name is WebhookEventType => names.includes(name)
