import * as z from 'zod/mini'
import { benefitId, benefitTypes } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { productId, recurringIntervals } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { TimelineEntry } from '../customers/timeline.ts'
import { operation } from '../operation.ts'
import { disputeId } from '../orders/dispute-shapes.ts'
import { orderId } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant, minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { subscriptionStatuses } from '../subscriptions/subscription-statuses.ts'
import { topUpStopReasons } from '../topups/top-up-shapes.ts'
import { webhookEndpointId } from '../webhooks/shapes.ts'

/** What ends later is not urgent yet. */
export const endingDays = 7

/** Totals are counted up to this one. */
export const attentionCountedMax = 1000

const Who = z.object({ id: customerId, name: z.nullable(z.string()), email: z.string() })
const What = z.object({ id: productId, name: z.string() })

/** The most urgent, and how many there are; null for callers who may not read them. */
const part = <T extends z.core.$ZodType>(item: T) =>
  z.nullable(z.object({ total: z.int(), items: z.array(item) }))

const ofSubscription = {
  id: subscriptionId,
  customer: Who,
  product: What,
  /** Of a period, after the discount and before tax. */
  amount: minorUnits,
  currency,
}

const Attention = z.object({
  /** Subscriptions with an overdue payment, those that have ended since included. */
  overduePayments: part(
    z.object({
      ...ofSubscription,
      status: z.enum(subscriptionStatuses),
      pastDueAt: z.nullable(instant),
      /** Null if it isn’t tried again. */
      nextPaymentAttemptAt: z.nullable(instant),
    }),
  ),
  /** Disputes that can still be answered. */
  disputes: part(
    z.object({
      id: disputeId,
      customer: Who,
      /** With tax. */
      amount: minorUnits,
      currency,
      reason: z.nullable(z.string()),
      evidenceDueBy: z.nullable(instant),
      /** Where it is answered; null in the sandbox. */
      processorUrl: z.nullable(z.string()),
    }),
  ),
  /** Endpoints that were suspended, or fail so often that members were warned. */
  webhookEndpoints: part(
    z.object({
      id: webhookEndpointId,
      url: z.string(),
      name: z.nullable(z.string()),
      state: z.enum(['failing', 'resting']),
      failedEvents: z.int(),
      failingSince: z.nullable(instant),
      /** Null without a response. */
      lastCode: z.nullable(z.int()),
    }),
  ),
  /** Benefits with grants that couldn’t be delivered or taken away. `total` counts the grants. */
  failedGrants: part(
    z.object({
      id: benefitId,
      type: z.enum(benefitTypes),
      description: z.string(),
      failedCount: z.int(),
      /** What the service said last. */
      message: z.nullable(z.string()),
    }),
  ),
  /** Subscriptions that aren’t renewed because a payment or its card is disputed. */
  pausedRenewals: part(
    z.object({
      ...ofSubscription,
      renewalsPausedAt: instant,
      /** Whether its period is over, so that nothing is billed for it. */
      suspended: z.boolean(),
    }),
  ),
  /** Orders that were paid more than an hour ago and have no invoice number. */
  invoicesWithoutNumber: part(
    z.object({ id: orderId, customer: Who, amount: minorUnits, currency, paidAt: instant }),
  ),
  /** Subscriptions that end in the next seven days. */
  endingSubscriptions: part(
    z.object({
      ...ofSubscription,
      recurringInterval: z.enum(recurringIntervals),
      endsAt: instant,
    }),
  ),
  /** Automatic top-ups that stopped in the last seven days, but not by the seller. */
  stoppedTopUps: part(
    z.object({
      id: id('topUp'),
      customer: Who,
      reason: z.enum(topUpStopReasons),
      stoppedAt: instant,
    }),
  ),
})

/** Null for callers who may not read what it is about. */
const fact = z.nullable(z.boolean())

/** What has been done until the first sale. */
const Setup = z.object({
  hasProduct: fact,
  hasCheckoutLink: fact,
  hasCheckout: fact,
  hasWebhookEndpoint: fact,
  /** Whether an endpoint has accepted an event. */
  hasDeliveredWebhook: fact,
  hasPaidOrder: fact,
  /** Whether a payment has succeeded at Stripe. */
  hasStripePayment: fact,
  /** Whether somebody was invited, or has joined. */
  hasColleague: fact,
  /** Decided by the key of Stripe that the server has: none, one for tests, or one for real money. */
  payments: z.enum(['sandbox', 'test', 'live']),
})

const { changes: _changes, ...entryShape } = TimelineEntry.shape

/** As in the timeline of the customer. */
const Activity = z.object({ ...entryShape, customer: Who })

export const Overview = z.object({
  /** By the organization’s clock. */
  now: instant,
  /** Where its days begin. */
  timeZone: z.string(),
  attention: Attention,
  setup: Setup,
  /** The newest first, of the events that the caller may read. */
  activity: z.array(Activity),
})
export type Overview = z.output<typeof Overview>

export const getOverview = operation({
  ...forSellers,
  tag: 'Overview',
  name: 'getOverview',
  reads: 'replica',
  method: 'GET',
  path: '/v1/organizations/:id/overview',
  summary: 'Get an overview of an organization',
  description:
    'What needs attention, with its three most urgent and a total of up to 1,000; how far the set-up ' +
    'is; and what happened lately. Parts that the caller has no scope for are null.',
  may: 'organizations:read',
  params: z.object({ id: organizationId }),
  returns: Overview,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
