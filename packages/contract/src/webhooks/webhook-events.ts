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
  'customer_meter.credits_changed',
  'usage_limit.threshold_reached',
  'top_up.stopped',
  'organization.updated',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/**
 * Caused by a renewal, by a change of files, or by what only a customer agrees to; none of them is
 * made for a test.
 */
const untriggered = ['benefit_grant.cycled', 'benefit_grant.updated', 'top_up.stopped'] as const
type UntriggeredEventType = (typeof untriggered)[number]
export type TriggeredEventType = Exclude<WebhookEventType, UntriggeredEventType>

const isTriggered = (type: WebhookEventType): type is TriggeredEventType =>
  !untriggered.some((one) => one === type)

/** The events that can be caused on purpose, to test an endpoint. */
export const triggeredEventTypes: readonly TriggeredEventType[] =
  webhookEventTypes.filter(isTriggered)

const names: readonly string[] = webhookEventTypes

export const isWebhookEventType = (name: string): name is WebhookEventType => names.includes(name)
