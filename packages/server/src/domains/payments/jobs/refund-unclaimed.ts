import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import { minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { callProcessor, isUnavailable } from '../actions/call-processor.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { idempotencyKey } from '../rules/idempotency-key.ts'
import { findPayment } from '../store/payments.ts'

/** Refunds money that arrived after its payment had failed here: nothing was sold for it. */
export const refundUnclaimed: JobDefinition<PaymentDeps> = job({
  name: 'payments.refund_unclaimed',
  payload: z.object({
    organizationId,
    id: paymentId,
    processorId: z.string(),
    amount: minorUnits,
  }),
  on: [
    when('payment.unclaimed', ['id', 'processorId', 'amount'], ({ organizationId, payload }) => [
      { payload: { ...payload, organizationId } },
    ]),
  ],
  async run(deps: PaymentDeps, { organizationId, id: paymentId, processorId, amount }) {
    const key = { organizationId, paymentId }
    const payment = await findPayment(deps.uowFactory.database.reads, key)
    assert(payment !== undefined, 'payments are never deleted')
    const answer = await callProcessor(deps, payment, (processor) =>
      processor.refund({
        organizationId,
        key: idempotencyKey('return', paymentId),
        processorId,
        amount,
        reason: 'requested_by_customer',
        metadata: {
          organization_id: organizationId,
          payment_id: paymentId,
          refund_id: unclaimed,
        },
      }),
    )
    if (isUnavailable(answer)) throw new Error('the processor is unavailable; the job is retried')
    if (answer.status === 'failed') {
      const { failureReason: reason } = answer
      deps.log.error({ paymentId, reason }, 'money that arrived too late could not be refunded')
    }
  },
})

/** Names the refund at the processor and must not change, so that retries never refund twice. */
const unclaimed = 'overtaken'
