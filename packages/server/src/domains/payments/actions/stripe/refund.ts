import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import type { Stripe } from 'stripe'
import { isStripeRefusal } from '../../../../platform/stripe/open-stripe.ts'
import type { RefundRequest, RefundSnapshot } from '../../rules/processor.ts'
import { reasonOf } from './intent-snapshot.ts'

const refundsMax = 100

/**
 * Stripe expires idempotency keys after a day, and a refund may be retried later, so a refund with
 * our id in its metadata is looked for first.
 */
export async function refundAtStripe(
  stripe: Stripe,
  request: RefundRequest,
): Promise<RefundSnapshot> {
  const { processorId: intent, key, metadata, amount, reason } = request
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: refundsMax })
  const before = data.find((one) => one.metadata?.['refund_id'] === metadata['refund_id'])
  if (before !== undefined) return refundSnapshot(before)
  try {
    const created = await stripe.refunds.create(
      { payment_intent: intent, amount, reason, metadata },
      { idempotencyKey: key },
    )
    return refundSnapshot(created)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
    return { processorId: null, status: 'failed', failureReason: reasonOf(error) }
  }
}

function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  const status = refundStatus(refund)
  return {
    processorId: refund.id,
    status: status === 'canceled' ? 'failed' : status,
    failureReason: refund.failure_reason ?? null,
  }
}

/** `requires_action` counts as pending. */
export function refundStatus({ status }: Stripe.Refund): RefundStatus {
  switch (status) {
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return status
    default:
      return 'pending'
  }
}
