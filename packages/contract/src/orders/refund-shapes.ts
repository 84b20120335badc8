import * as z from 'zod/mini'
import { laterRefund } from '../billing/later-clients.ts'
import { customerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadata, metadataShown, minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { orderId } from './order-shapes.ts'

export const refundStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const
export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.output<typeof RefundStatus>

export const refundReasons = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]

const commentLengthMax = 5000
/** Far above any order; the limit of the order itself is a refusal of its own. */
const amountMax = 999_999_999_999

export const refundId = id('refund')

export const refundInput = z.object({
  orderId,
  reason: z.enum(refundReasons),
  /** Without tax, whose share is refunded with it. */
  amount: minorUnits.check(z.minimum(1), z.maximum(amountMax)),
  /** Visible to the seller only. */
  comment: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(commentLengthMax)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  ),
  /** Not for orders of subscriptions, whose benefits end with the subscription. */
  revokeBenefits: z._default(z.boolean(), false),
  metadata: z.nullish(metadata),
})

/** Webhooks send the same shape. */
export const Refund = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: refundId,
  metadata: metadataShown,
  status: RefundStatus,
  reason: z.enum(refundReasons),
  /** Without tax. */
  amount: minorUnits,
  taxAmount: minorUnits,
  /** What it pays out of the customer’s balance. Below zero: what goes back to it. */
  balanceAmount: minorUnits,
  currency: z.string(),
  organizationId,
  orderId,
  subscriptionId: z.nullable(subscriptionId),
  customerId,
  revokeBenefits: z.boolean(),
  comment: z.nullable(z.string()),
  /** The processor’s reason for a failure. */
  failureReason: z.nullable(z.string()),
  ...laterRefund,
})
export type Refund = z.output<typeof Refund>
