import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { Overview } from '@guildhall/contract/overview/overview'

/** What a caller needs to see each part of what needs attention. */
export const attentionRights = {
  overduePayments: 'subscriptions:read',
  disputes: 'disputes:read',
  webhookEndpoints: 'webhooks:read',
  failedGrants: 'benefits:read',
  pausedRenewals: 'subscriptions:read',
  invoicesWithoutNumber: 'orders:read',
  endingSubscriptions: 'subscriptions:read',
  stoppedTopUps: 'customer_meters:read',
} as const satisfies Readonly<Record<keyof Overview['attention'], Scope>>

/** What a caller needs to see how far the set-up is. */
export const setupRights = {
  hasProduct: 'products:read',
  hasCheckoutLink: 'checkout_links:read',
  hasCheckout: 'checkouts:read',
  hasWebhookEndpoint: 'webhooks:read',
  hasDeliveredWebhook: 'webhooks:read',
  hasPaidOrder: 'orders:read',
  hasStripePayment: 'payments:read',
  hasColleague: 'organizations:read',
} as const satisfies Readonly<Record<Exclude<keyof Overview['setup'], 'payments'>, Scope>>

/** The events that tell what happened, without those that only follow from them. */
const activityRights: Readonly<Record<string, Scope>> = {
  'customer.created': 'customers:read',
  'order.paid': 'orders:read',
  'payment.failed': 'payments:read',
  'subscription.created': 'subscriptions:read',
  'subscription.canceled': 'subscriptions:read',
  'subscription.uncanceled': 'subscriptions:read',
  'subscription.revoked': 'subscriptions:read',
  'refund.created': 'refunds:read',
  'refund.updated': 'refunds:read',
  'dispute.created': 'disputes:read',
  'dispute.updated': 'disputes:read',
  'top_up.stopped': 'customer_meters:read',
}

export type May = (right: Scope) => boolean

export const eventsToShow = (may: May): string[] =>
  Object.entries(activityRights)
    .filter(([, right]) => may(right))
    .map(([name]) => name)
