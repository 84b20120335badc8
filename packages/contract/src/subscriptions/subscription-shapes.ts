import * as z from 'zod/mini'
import { laterSubscription } from '../billing/later-clients.ts'
import { BareDiscount, discountId } from '../catalog/discount-shapes.ts'
import { Price, productId, recurringIntervals } from '../catalog/prices.ts'
import { Product } from '../catalog/product-shapes.ts'
import { Customer, customerId } from '../customers/shapes.ts'
import { Meter, meterId } from '../metering/shapes.ts'
import { id, instant, metadataShown, minorUnits } from '../primitives.ts'
import { subscriptionStatuses } from './subscription-statuses.ts'

export const cancellationReasons = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const

export const subscriptionId = id('subscription')

const ofSubscription = {
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: subscriptionId,
  /** What a period costs after the discount, before tax and without usage. */
  amount: minorUnits,
  currency: z.string(),
  recurringInterval: z.enum(recurringIntervals),
  status: z.enum(subscriptionStatuses),
  currentPeriodStart: instant,
  currentPeriodEnd: z.nullable(instant),
  trialStart: z.nullable(instant),
  trialEnd: z.nullable(instant),
  cancelAtPeriodEnd: z.boolean(),
  /** When the cancellation was requested. */
  canceledAt: z.nullable(instant),
  startedAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  customerId,
  productId,
  discountId: z.nullable(discountId),
  checkoutId: z.nullable(id('checkout')),
  customerCancellationReason: z.nullable(z.enum(cancellationReasons)),
  customerCancellationComment: z.nullable(z.string()),
  metadata: metadataShown,
  ...laterSubscription,
}

/** As other objects embed it. */
export const BareSubscription = z.object(ofSubscription)
export type BareSubscription = z.output<typeof BareSubscription>

export const SubscriptionMeter = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: id('subscriptionMeter'),
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  /** What the period costs so far. */
  amount: minorUnits,
  /** What of it was billed already. */
  billedAmount: minorUnits,
  meterId,
})
export type SubscriptionMeter = z.output<typeof SubscriptionMeter>

/** An item of an order that bills usage of a period which goes on, or credits it. */
const BilledUsageItem = z.object({
  orderId: id('order'),
  itemId: id('orderItem'),
  amount: minorUnits,
  createdAt: instant,
})
export type BilledUsageItem = z.output<typeof BilledUsageItem>

export const billedItemsMax = 10

/** As subscriptions show it. */
export const RunningUsage = z.extend(SubscriptionMeter, {
  /** Those of the latest times that something was billed; the latest item first. */
  billedItems: z.array(BilledUsageItem),
})

/** A change that is scheduled for the next period. */
const PendingUpdate = z.object({
  productId,
  discountId: z.nullable(discountId),
  appliesAt: instant,
})

/** Also the payload of `subscription.*` webhooks. */
export const Subscription = z.object({
  ...ofSubscription,
  /** Since when a payment is overdue. */
  pastDueAt: z.nullable(instant),
  /** When the payment is retried. */
  nextPaymentAttemptAt: z.nullable(instant),
  /** Since when it is not renewed, because a payment or its card is disputed. */
  renewalsPausedAt: z.nullable(instant),
  pendingUpdate: z.nullable(PendingUpdate),
  customFieldData: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  customer: Customer,
  product: Product,
  discount: z.nullable(BareDiscount),
  /** The prices of this subscription, which later changes of the product don’t affect. */
  prices: z.array(Price),
  meters: z.array(z.extend(RunningUsage, { meter: Meter })),
})
export type Subscription = z.output<typeof Subscription>
