import { id, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { askProcessor, isUnavailable } from '../actions/processor-of.ts'
import { findPayment } from '../store/payments.ts'

export const giveBackTask = 'payments.giveBack'

export const giveBackReaction: Reaction = {
  on: 'payment.overtaken',
  jobs: ({ organizationId, payload }) => [
    { task: giveBackTask, payload: { ...payload, organizationId } },
  ],
}

const Payload = z.object({
  organizationId: id('organization'),
  id: id('payment'),
  processor_id: z.string(),
  amount: minorUnits,
})

/** Money that came after its payment was given up goes back whole: nothing was sold for it. */
export function giveBack(parts: PaymentParts): Task {
  return async (payload) => {
    const {
      organizationId,
      id: paymentId,
      processor_id: processorId,
      amount,
    } = z.parse(Payload, payload)
    const key = { organizationId, paymentId }
    const payment = await findPayment(parts.workshop.database.reads, key)
    assert(payment !== undefined, 'a payment stays')
    const told = { organization_id: organizationId, payment_id: paymentId, refund_id: overtaken }
    const heard = await askProcessor(parts, payment, (processor) =>
      processor.refund({
        organizationId,
        key: `${paymentId}-${overtaken}`,
        processorId,
        amount,
        reason: 'requested_by_customer',
        metadata: told,
      }),
    )
    if (isUnavailable(heard)) throw new Error('the processor couldn’t be asked; trying again later')
    if (heard.status === 'failed') {
      const { failureReason: reason } = heard
      parts.log.error({ paymentId, reason }, 'money that came too late could not be given back')
    }
  }
}

const overtaken = 'overtaken'
