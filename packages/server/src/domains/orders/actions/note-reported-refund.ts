import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { splitReported } from '../rules/refund-amounts.ts'
import type { RefundNews } from '../rules/refund-news.ts'
import { lockOrder, type OrderRow } from '../store/orders.ts'
import { findRefundsOf, insertRefund } from '../store/refunds.ts'
import { noteNews } from './note-refund.ts'
import { knownRefund } from './read-status.ts'

/** A refund as the processor reports it, whoever began it. */
export interface ReportedRefund extends RefundNews {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  /** Ours, where we began it. */
  readonly refundId: Id<'refund'> | null
  readonly processorId: string
  /** With tax. */
  readonly amount: MinorUnits
}

/** What is news of a known refund is noted; one that was begun at the processor becomes ours. */
export async function noteReportedRefund(work: Work, reported: ReportedRefund): Promise<void> {
  const { organizationId, orderId, processorId } = reported
  const order = await lockOrder(work.tx, { organizationId, id: orderId })
  assert(order !== undefined, 'an order stays')
  const refunds = await findRefundsOf(work.tx, order)
  const known =
    refunds.find((refund) => refund.processorId === processorId) ??
    refunds.find((refund) => refund.id === reported.refundId)
  const refundId = known?.id ?? (await addReported(work, order, reported))
  if (refundId !== null) await noteNews(work, order, { refundId, news: reported })
}

/**
 * More than is left can come back only where an earlier refund has failed, of which nobody has told
 * us yet: the job fails, and is done again when that is known. One that came to nothing itself is
 * not waited for.
 */
async function addReported(
  work: Work,
  order: OrderRow,
  { paymentId, amount: total, status }: ReportedRefund,
): Promise<Id<'refund'> | null> {
  const refunds = await findRefundsOf(work.tx, order)
  const split = splitReported(order, refunds.map(knownRefund), total)
  if (split === null && (status === 'failed' || status === 'canceled')) return null
  assert(split !== null, 'no more comes back than was paid')
  const { id } = await insertRefund(work.tx, {
    ...split,
    organizationId: order.organizationId,
    id: work.newId('refund'),
    orderId: order.id,
    paymentId,
    status: 'pending',
    reason: 'other',
    currency: order.currency,
    revokeBenefits: false,
    comment: null,
    processorId: null,
    failureReason: null,
    answeredAt: null,
    createdAt: work.now,
  })
  return id
}
