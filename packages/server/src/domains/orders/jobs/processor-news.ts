import { orderId } from '@guildhall/contract/orders/order-shapes'
import { refundId, refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import { noteDispute } from '../actions/note-dispute.ts'
import { noteReportedRefund } from '../actions/note-reported-refund.ts'
import type { OrderParts } from '../actions/parts.ts'
import { findOrderPaidBy } from '../store/paid-by.ts'

export const noteReportedRefundTask = 'orders.noteReportedRefund'
export const noteDisputeTask = 'orders.noteDispute'

const jobFor =
  (task: string) =>
  ({ organizationId, payload }: LoggedEvent) => [{ task, payload: { organizationId, ...payload } }]

export const processorNewsReactions: readonly Reaction[] = [
  { on: 'processor_refund.reported', jobs: jobFor(noteReportedRefundTask) },
  { on: 'dispute.reported', jobs: jobFor(noteDisputeTask) },
]

const ofPayment = {
  organizationId,
  payment_id: id('payment'),
  order_id: z.nullable(orderId),
  processor_id: z.string(),
  amount: minorUnits,
}

const refundPayload = z.object({
  ...ofPayment,
  refund_id: z.nullable(refundId),
  status: z.enum(refundStatuses),
  failure_reason: z.nullable(z.string()),
})

const disputePayload = z.object({ ...ofPayment, status: z.string() })

export const noteReportedRefundJob =
  (parts: Pick<OrderParts, 'workshop'>): Task =>
  async (payload) => {
    const told = z.parse(refundPayload, payload)
    const known = await whoseNews(parts, told)
    await work(parts.workshop, known, (unit) =>
      noteReportedRefund(unit, {
        ...known,
        refundId: told.refund_id,
        processorId: told.processor_id,
        status: told.status,
        amount: told.amount,
        failureReason: told.failure_reason,
      }),
    )
  }

export const noteDisputeJob =
  (parts: Pick<OrderParts, 'workshop'>): Task =>
  async (payload) => {
    const told = z.parse(disputePayload, payload)
    const known = await whoseNews(parts, told)
    const { processor_id: processorId, status, amount } = told
    await work(parts.workshop, known, (unit) =>
      noteDispute(unit, { ...known, processorId, status, amount }),
    )
  }

type Told = Pick<z.output<typeof refundPayload>, 'organizationId' | 'payment_id' | 'order_id'>

/** The news may have been faster than the order, which is made a moment after the payment. */
async function whoseNews(
  { workshop }: Pick<OrderParts, 'workshop'>,
  { organizationId, payment_id: paymentId, order_id: named }: Told,
) {
  const { kysely } = workshop.database
  const found = named ?? (await findOrderPaidBy(kysely, { organizationId, paymentId }))
  assert(found !== null, 'there is no order of this payment yet; the job is done again later')
  return { organizationId, paymentId, orderId: found }
}
