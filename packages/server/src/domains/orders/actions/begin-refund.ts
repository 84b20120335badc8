import type { BodyOf } from '@guildhall/contract/endpoint'
import type { createRefund as contract } from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { findPaymentsOf } from '../../payments/index.ts'
import { dueOf } from '../rules/due.ts'
import { decideRefund } from '../rules/refund.ts'
import { lockOrder, type OrderKey, type OrderRow } from '../store/orders.ts'
import { findRefundsOf, insertRefund } from '../store/refunds.ts'
import { refundEvent } from './present-refund.ts'
import { knownRefund, ofOrder, statusOf } from './read-status.ts'

type RefundWish = Omit<BodyOf<typeof contract>, 'orderId'>

/**
 * The first of the three steps of a refund: what is about to be paid back is noted under a lock on
 * the order, so that however many come at once never take more than it holds.
 */
export async function beginRefund(
  work: Work,
  key: OrderKey,
  wish: RefundWish,
): Promise<Id<'refund'>> {
  const { tx, now } = work
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'an order stays')
  const known = (await findRefundsOf(tx, order)).map(knownRefund)
  const facts = { ...order, status: statusOf(order), chargedAmount: dueOf(order) }
  const split = accept(decideRefund(facts, known, wish))
  const refund = await insertRefund(tx, {
    ...split,
    organizationId: order.organizationId,
    id: work.newId('refund'),
    orderId: order.id,
    paymentId: await paymentOf(work, order),
    status: 'pending',
    reason: wish.reason,
    currency: order.currency,
    revokeBenefits: wish.revokeBenefits,
    comment: wish.comment ?? null,
    metadata: jsonText(wish.metadata ?? {}),
    processorId: null,
    failureReason: null,
    answeredAt: null,
    createdAt: now,
  })
  work.record(refundEvent('started', ofOrder(refund, order)))
  return refund.id
}

async function paymentOf(work: Work, { organizationId, id }: OrderRow): Promise<Id<'payment'>> {
  const payments = await findPaymentsOf(work.tx, organizationId, { orderIds: [id] })
  const paid = payments.find(({ status }) => status === 'succeeded')
  assert(paid !== undefined, 'what can be paid back was paid')
  return paid.id
}
