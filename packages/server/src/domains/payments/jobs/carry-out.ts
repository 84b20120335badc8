import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { carryOutPayment } from '../actions/carry-out-payment.ts'
import type { PaymentParts } from '../actions/parts.ts'

export const carryOutTask = 'payments.carryOut'

/** By then whoever began it has long carried it out, unless their process died over it. */
const laterSeconds = 30

export const carryOutReaction: Reaction = {
  on: 'payment.started',
  jobs: ({ organizationId, object, recordedAt }) => [
    {
      task: carryOutTask,
      payload: { organizationId, paymentId: object.id },
      runAt: new Date(recordedAt.getTime() + laterSeconds * 1000),
    },
  ],
}

const Payload = z.object({ organizationId: id('organization'), paymentId: id('payment') })

/** What was begun is carried out, whoever began it. */
export function carryOut(parts: PaymentParts): Task {
  return async (payload) => {
    const outcome = await carryOutPayment(parts, z.parse(Payload, payload))
    const isOpen = outcome.status === 'pending' && outcome.isProcessorAway
    if (isOpen) throw new Error('the processor couldn’t be asked; trying again later')
  }
}
