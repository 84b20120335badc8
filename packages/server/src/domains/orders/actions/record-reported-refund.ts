import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { splitReturn } from '../rules/refund-amounts.ts'
import type { RefundUpdate } from '../rules/refund-update.ts'
import { lockOrder, type OrderRow } from '../store/orders.ts'
import { findRefundsOf, insertRefund } from '../store/refunds.ts'
import { applyRefundUpdate } from './record-refund.ts'
import { knownRefund, readCharged } from './refund-state.ts'

/** A refund as the processor reports it, created here or at the processor. */
export interface ReportedRefund extends RefundUpdate {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  /** Our id, for a refund created here. */
  readonly refundId: Id<'refund'> | null
  readonly processorId: string
  /** With tax. */
  readonly amount: MinorUnits
}

/** Updates a known refund, or records one that was created at the processor. */
export async function recordReportedRefund(
  uow: UnitOfWork,
  reported: ReportedRefund,
): Promise<void> {
  const { organizationId, orderId, processorId } = reported
  const order = await lockOrder(uow.tx, { organizationId, id: orderId })
  assert(order !== undefined, 'orders are never deleted')
  const refunds = await findRefundsOf(uow.tx, order)
  const known =
    refunds.find((refund) => refund.processorId === processorId) ??
    refunds.find((refund) => refund.id === reported.refundId)
  const refundId = known?.id ?? (await addReported(uow, order, reported))
  if (refundId !== null) await applyRefundUpdate(uow, order, { refundId, update: reported })
}

/**
 * A refund can exceed what is left only while the failure of an earlier refund hasn’t been reported
 * yet: the job fails, and is retried until it has been. One that failed itself is skipped.
 */
async function addReported(
  uow: UnitOfWork,
  order: OrderRow,
  { paymentId, amount: total, status }: ReportedRefund,
): Promise<Id<'refund'> | null> {
  const refunds = await findRefundsOf(uow.tx, order)
  const charged = await readCharged(uow.tx, order, refunds)
  const split = splitReturn(charged, refunds.map(knownRefund), total)
  if (split === null && (status === 'failed' || status === 'canceled')) return null
  assert(split !== null, 'refunds never exceed what was paid')
  const { id } = await insertRefund(uow.tx, {
    ...split,
    organizationId: order.organizationId,
    id: uow.newId('refund'),
    orderId: order.id,
    paymentId,
    isPayout: false,
    status: 'pending',
    reason: 'other',
    currency: order.currency,
    revokeBenefits: false,
    comment: null,
    processorId: null,
    failureReason: null,
    answeredAt: null,
    createdAt: uow.now,
  })
  return id
}
