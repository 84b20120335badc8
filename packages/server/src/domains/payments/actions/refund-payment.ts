import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { idempotencyKey } from '../rules/idempotency-key.ts'
import type { RefundSnapshot } from '../rules/processor.ts'
import { findPayment, type PaymentKey } from '../store/payments.ts'
import { callProcessor, isUnavailable } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'

interface RefundOfPayment extends PaymentKey {
  readonly refundId: Id<'refund'>
  /** With its share of the tax. */
  readonly amount: MinorUnits
  readonly reason: string
}

const unanswered: RefundSnapshot = { status: 'pending', processorId: null, failureReason: null }

/**
 * Refunds a payment at the processor, outside of any transaction. A pending refund without an id at
 * the processor means that the processor was unavailable; repeating the call is safe, because the
 * refund’s id is the idempotency key.
 */
export async function refundPayment(
  deps: PaymentDeps,
  { organizationId, paymentId, refundId, amount, reason }: RefundOfPayment,
): Promise<RefundSnapshot> {
  const key = { organizationId, paymentId }
  const payment = await findPayment(deps.uowFactory.database.reads, key)
  assert(payment?.status === 'succeeded', 'only a succeeded payment is refunded')
  const { processorId } = payment
  assert(processorId !== null, 'a succeeded payment has its id at the processor')
  const answer = await callProcessor(deps, payment, (processor) =>
    processor.refund({
      organizationId,
      key: idempotencyKey('refund', refundId),
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
  return isUnavailable(answer) ? unanswered : answer
}
