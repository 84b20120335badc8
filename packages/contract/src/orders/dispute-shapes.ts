import * as z from 'zod/mini'
import { Customer, customerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { paymentId } from '../payments/shapes.ts'
import { currency, id, instant, minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { orderId } from './order-shapes.ts'

/**
 * `early_warning`: the bank expects a dispute or inquires; no money has moved. `prevented`: it ended
 * without a dispute. `needs_response` and `under_review`: the bank has taken the money back until it
 * decides.
 */
export const disputeStatuses = [
  'early_warning',
  'prevented',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const
export const DisputeStatus = z.enum(disputeStatuses)
export type DisputeStatus = z.output<typeof DisputeStatus>

/** Those that wait for the bank’s decision. */
export const openDisputeStatuses: readonly DisputeStatus[] = ['needs_response', 'under_review']

/** Those whose money isn’t the seller’s, so that it is neither refunded nor credited. */
export const standingDisputeStatuses: readonly DisputeStatus[] = [...openDisputeStatuses, 'lost']

export const disputeId = id('dispute')

/** Webhooks send the same shape. */
export const Dispute = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: disputeId,
  status: DisputeStatus,
  /** Whether it was won or lost. */
  resolved: z.boolean(),
  /** Whether it was won, lost or prevented. */
  closed: z.boolean(),
  /** Without tax. */
  amount: minorUnits,
  taxAmount: minorUnits,
  currency,
  /** As the card network reports it, such as `fraudulent` or `product_not_received`. */
  reason: z.nullable(z.string()),
  /** Until when the seller may answer; null where no answer is expected. */
  evidenceDueBy: z.nullable(instant),
  /** Whether that time is over and the dispute still open. */
  pastDue: z.boolean(),
  organizationId,
  orderId,
  paymentId,
  customerId,
  subscriptionId: z.nullable(subscriptionId),
  customer: Customer,
  /** Where the seller answers at the processor; null in the sandbox. */
  processorUrl: z.nullable(z.string()),
  /** Always null: this server has no support cases. */
  caseId: z.null(),
})
export type Dispute = z.output<typeof Dispute>
