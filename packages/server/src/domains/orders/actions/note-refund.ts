import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { postRefund, postRefundReversal } from '../../ledger/index.ts'
import { canBecome } from '../rules/lifecycles.ts'
import { orderAfter } from '../rules/refund-amounts.ts'
import { decideStep, type RefundNews } from '../rules/refund-news.ts'
import { lockOrder, type OrderRow, saveOrder } from '../store/orders.ts'
import {
  findRefund,
  findRefundsOf,
  type RefundKey,
  type RefundRow,
  saveRefund,
} from '../store/refunds.ts'
import { orderEvent, showOrder } from './present-order.ts'
import { refundEvent } from './present-refund.ts'
import { knownRefund, ofOrder, statusOf } from './read-status.ts'
import { taxPlaceOf } from './tax-place.ts'

/** The third step of a refund: what the processor answered. */
export async function noteRefund(work: Work, key: RefundKey, news: RefundNews): Promise<void> {
  const { organizationId } = key
  const refund = await findRefund(work.tx, key)
  assert(refund !== undefined, 'a refund stays')
  const order = await lockOrder(work.tx, { organizationId, id: refund.orderId })
  assert(order !== undefined, 'an order stays')
  await noteNews(work, order, { refundId: key.id, news })
}

interface NewsOfRefund {
  readonly refundId: RefundRow['id']
  readonly news: RefundNews
}

/** Of a refund whose order is locked: the refund, the order as its refunds leave it, the books. */
export async function noteNews(
  work: Work,
  order: OrderRow,
  { refundId, news }: NewsOfRefund,
): Promise<void> {
  const { tx, now } = work
  const refunds = await findRefundsOf(tx, order)
  const known = refunds.find(({ id }) => id === refundId)
  assert(known !== undefined, 'a refund belongs to its order')
  const before = knownRefund(known)
  const step = decideStep({ ...known, status: before.status }, news, now)
  if (step === null) return
  const { isFirst, ...changes } = step
  const saved = await saveRefund(tx, known, changes, now)
  assert(saved !== undefined, 'under the order’s lock a refund stays as it was read')
  work.record(refundEvent(isFirst ? 'created' : 'updated', ofOrder(saved, order)))
  if (before.status !== 'succeeded' && saved.status !== 'succeeded') return
  await bookRefund(work, order, saved)
  const all = refunds.map((one) => (one.id === saved.id ? saved : one))
  const recounted = await recount(work, order, all)
  const updated = orderEvent('updated', recounted, await showOrder(tx, recounted))
  work.record(updated)
  if (saved.status === 'succeeded') work.record({ ...updated, name: 'order.refunded' })
}

async function recount(
  { tx, now }: Work,
  order: OrderRow,
  refunds: readonly RefundRow[],
): Promise<OrderRow> {
  const after = orderAfter(order, refunds.map(knownRefund))
  assert(canBecome(statusOf(order), after.status), `${order.status} can’t become ${after.status}`)
  const saved = await saveOrder(tx, order, after, now)
  assert(saved !== undefined, 'what is locked stays as it was read')
  return saved
}

/** One that succeeded, or that fails after it did. */
async function bookRefund(work: Work, order: OrderRow, refund: RefundRow): Promise<void> {
  const posting = {
    organizationId: order.organizationId,
    orderId: order.id,
    paymentId: refund.paymentId,
    refundId: refund.id,
    currency: refund.currency,
    netAmount: refund.amount,
    taxAmount: refund.taxAmount,
    taxPlace: taxPlaceOf(order),
    occurredAt: work.now,
  }
  if (refund.status === 'succeeded') await postRefund(work, posting)
  else await postRefundReversal(work, posting)
}
