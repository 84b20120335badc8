import { refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { carryOutRefund } from '../actions/carry-out-refund.ts'
import type { OrderParts } from '../actions/parts.ts'

export const resumeRefundTask = 'orders.resumeRefund'

/** By then whoever began it has carried it out, or has died over it. */
const resumeMilliseconds = 30_000

export const resumeRefundReaction: Reaction = {
  on: 'refund.started',
  jobs: ({ organizationId, object, recordedAt }) => [
    {
      task: resumeRefundTask,
      payload: { organizationId, id: object.id },
      runAt: new Date(recordedAt.getTime() + resumeMilliseconds),
    },
  ],
}

const payloadOf = z.object({ organizationId, id: refundId })

/** Carries out a refund that was begun, from wherever it was left. */
export const resumeRefund =
  (parts: OrderParts): Task =>
  async (payload) => {
    const isAnswered = await carryOutRefund(parts, z.parse(payloadOf, payload))
    assert(isAnswered, 'the processor can’t be asked at the moment; the job is done again later')
  }
