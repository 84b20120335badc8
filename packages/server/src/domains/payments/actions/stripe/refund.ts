import type { Stripe } from 'stripe'
import { isStripeRefusal } from '../../../../platform/stripe/open-stripe.ts'
import type { RefundSeen, RefundWish } from '../../rules/processor.ts'
import { reasonOf } from './intent-seen.ts'

const refundsMax = 100

/**
 * Stripe forgets idempotency keys after a day, and a refund may be asked for again later than
 * that: one that bears its name already is the one.
 */
export async function refundAtStripe(stripe: Stripe, wish: RefundWish): Promise<RefundSeen> {
  const { processorId: intent, key, metadata } = wish
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: refundsMax })
  const before = data.find((one) => one.metadata?.['refund_id'] === metadata['refund_id'])
  if (before !== undefined) return refundSeen(before)
  try {
    const { amount, reason } = wish
    const made = await stripe.refunds.create(
      { payment_intent: intent, amount, reason, metadata },
      { idempotencyKey: key },
    )
    return refundSeen(made)
  } catch (error) {
    if (!isStripeRefusal(error)) throw error
    return { processorId: null, status: 'failed', failureReason: reasonOf(error) }
  }
}

function refundSeen(refund: Stripe.Refund): RefundSeen {
  const status = refundStatus(refund)
  return {
    processorId: refund.id,
    status: status === 'canceled' ? 'failed' : status,
    failureReason: refund.failure_reason ?? null,
  }
}

/** Stripe waits for somebody in `requires_action`. */
export function refundStatus({
  status,
}: Stripe.Refund): 'pending' | 'succeeded' | 'failed' | 'canceled' {
  switch (status) {
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return status
    default:
      return 'pending'
  }
}
