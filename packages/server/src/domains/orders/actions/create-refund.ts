import type { BodyOf } from '@guildhall/contract/operation'
import type { createRefund as contract } from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add, minorUnits } from '../../../kernel/money.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findPaymentsOf, refundPayment } from '../../payments/index.ts'
import { decideRefund } from '../rules/refund.ts'
import { lockOrder, type OrderKey, type OrderRow } from '../store/orders.ts'
import { findRefund, findRefundsOf, insertRefund, type RefundKey } from '../store/refunds.ts'
import type { OrderDeps } from './deps.ts'
import { refundEvent } from './order-events.ts'
import { recordRefund } from './record-refund.ts'
import { knownRefund, readCharged, statusOf, withOrder } from './refund-state.ts'

type RefundInput = Omit<BodyOf<typeof contract>, 'orderId'>

/**
 * The first of three steps of a refund: it is created under a lock on the order, so that concurrent
 * refunds never exceed the order.
 */
export async function createRefund(
  uow: UnitOfWork,
  key: OrderKey,
  input: RefundInput,
): Promise<Id<'refund'>> {
  const { tx, now } = uow
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'orders are never deleted')
  const known = (await findRefundsOf(tx, order)).map(knownRefund)
  const charged = await readCharged(tx, order)
  const { subscriptionId } = order
  const facts = { ...charged, status: statusOf(order), subscriptionId }
  const split = accept(decideRefund(facts, known, input))
  const refund = await insertRefund(tx, {
    ...split,
    owedAmount: minorUnits(0),
    organizationId: order.organizationId,
    id: uow.newId('refund'),
    orderId: order.id,
    paymentId: await paymentOf(uow, order),
    status: 'pending',
    reason: input.reason,
    currency: order.currency,
    revokeBenefits: input.revokeBenefits,
    comment: input.comment ?? null,
    metadata: jsonText(input.metadata ?? {}),
    processorId: null,
    failureReason: null,
    answeredAt: null,
    createdAt: now,
  })
  uow.record(refundEvent('refund.started', withOrder(refund, order)))
  return refund.id
}

async function paymentOf(
  uow: UnitOfWork,
  { organizationId, id }: OrderRow,
): Promise<Id<'payment'>> {
  const payments = await findPaymentsOf(uow.tx, organizationId, { orderIds: [id] })
  const paid = payments.find(({ status }) => status === 'succeeded')
  assert(paid !== undefined, 'a refundable order was paid')
  return paid.id
}

/**
 * The second and third step: submits the refund to the processor outside of any transaction, and
 * records the answer. Safe to repeat after a crash, because the refund’s id is the idempotency key.
 * Returns whether the processor answered.
 */
export async function submitRefund(deps: OrderDeps, key: RefundKey): Promise<boolean> {
  const { uowFactory } = deps
  const refund = await findRefund(uowFactory.database.reads, key)
  assert(refund !== undefined, 'refunds are never deleted')
  if (refund.answeredAt !== null) return true
  const { organizationId, id: refundId, paymentId, reason } = refund
  const amount = add(refund.amount, refund.taxAmount)
  const request = { organizationId, paymentId, refundId, amount, reason }
  const answer = await refundPayment(deps, request)
  if (answer.status === 'pending' && answer.processorId === null) return false
  await runUnitOfWork(uowFactory, { organizationId }, (uow) => recordRefund(uow, key, answer))
  return true
}
