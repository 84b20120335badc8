import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { findPayment, type PaymentKey } from '../store/payments.ts'
import type { PaymentParts } from './parts.ts'
import { askProcessor, isUnavailable } from './processor-of.ts'

interface RefundToMake extends PaymentKey {
  readonly refundId: Id<'refund'>
  /** With its share of the tax. */
  readonly amount: MinorUnits
  readonly reason: string
}

interface RefundOutcome {
  readonly status: 'pending' | 'succeeded' | 'failed'
  /** Null where the processor hasn't heard of it, or turned it away. */
  readonly processorId: string | null
  readonly failureReason: string | null
}

const notHeard: RefundOutcome = { status: 'pending', processorId: null, failureReason: null }

/**
 * Gives money back. It's of the network, so it comes between two transactions; the refund's id is
 * the idempotency key. Pending and without the processor's id means that the processor couldn't
 * be asked: the same call again makes the same refund.
 */
export async function refundPayment(
  parts: PaymentParts,
  { organizationId, paymentId, refundId, amount, reason }: RefundToMake,
): Promise<RefundOutcome> {
  const key = { organizationId, paymentId }
  const payment = await findPayment(parts.workshop.database.reads, key)
  assert(payment?.status === 'succeeded', 'only money that came can go back')
  const { processorId } = payment
  assert(processorId !== null, 'who took money has a name for it')
  const heard = await askProcessor(parts, payment, (processor) =>
    processor.refund({
      organizationId,
      key: refundId,
      processorId,
      amount,
      reason: reason === 'duplicate' ? 'duplicate' : 'requested_by_customer',
      metadata: {
        organization_id: organizationId,
        payment_id: paymentId,
        refund_id: refundId,
      },
    }),
  )
  return isUnavailable(heard) ? notHeard : heard
}
