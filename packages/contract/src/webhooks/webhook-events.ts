/**
 * All events that an endpoint can receive, in display order. Their payloads are declared in
 * `events.ts`.
 */
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
  'dispute.created',
  'dispute.updated',
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

type GrantEventType = Extract<WebhookEventType, `benefit_grant.${string}`>
type SupportedEventType = Exclude<WebhookEventType, GrantEventType>

const isSupported = (type: WebhookEventType): type is SupportedEventType =>
  !type.startsWith('benefit_grant.')

/** The events that this server sends. It never sends events of benefit grants. */
export const supportedEventTypes: readonly SupportedEventType[] =
  webhookEventTypes.filter(isSupported)

const names: readonly string[] = webhookEventTypes

export const isWebhookEventType = (name: string): name is WebhookEventType => names.includes(name)
