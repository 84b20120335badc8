import * as z from 'zod/mini'
import { id, instant, minorUnits } from '../primitives.ts'
import { paymentId } from './shapes.ts'

const reported = {
  paymentId,
  orderId: z.nullable(id('order')),
  processorId: z.string(),
  amount: minorUnits,
}

/** A refund as a processor reports it. */
export const ReportedRefund = z.object({
  ...reported,
  refundId: z.nullable(id('refund')),
  status: z.enum(['pending', 'succeeded', 'failed', 'canceled']),
  failureReason: z.nullable(z.string()),
})

/** A dispute as a processor reports it. Older servers recorded less. */
export const ReportedDispute = z.object({
  ...reported,
  /** In the processor’s terms. */
  status: z.string(),
  /** A warning is another object at the processor than the dispute that may follow. */
  isWarning: z.optional(z.boolean()),
  reason: z.nullish(z.string()),
  evidenceDueBy: z.nullish(instant),
  /** When the processor was asked: whatever it said before is outdated. */
  reportedAt: z.nullish(instant),
})
