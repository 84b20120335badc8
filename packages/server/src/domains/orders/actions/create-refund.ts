import type { BodyOf } from '@guildhall/contract/operation'
import type { createRefund as contract } from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type MinorUnits, minorUnits, subtract, sum } from '../../../kernel/money.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { refundPayment } from '../../payments/actions/refund-payment.ts'
import { findPaymentsOf } from '../../payments/store/payments.ts'
import { decideRefund } from '../rules/refund.ts'
import { type Return, refundableOf, refundableToPayment } from '../rules/refund-amounts.ts'
import { totalOf } from '../rules/settlement.ts'
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
  const { tx } = uow
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'orders are never deleted')
  const refunds = await findRefundsOf(tx, order)
  const charged = await readCharged(tx, order, refunds)
  const { subscriptionId } = order
  const facts = { ...charged, status: statusOf(order), subscriptionId }
  const split = accept(decideRefund(facts, refunds.map(knownRefund), input))
  return start(uow, order, { ...input, ...split, owedAmount: minorUnits(0) })
}

/**
 * Refunds an order that came to nothing: what was charged to the payment, and what the customer’s
 * balance paid to the balance. Submitted like every other refund.
 */
export async function refundInFull(
  uow: UnitOfWork,
  key: OrderKey,
  comment: string,
): Promise<Id<'refund'>> {
  const order = await lockOrder(uow.tx, key)
  assert(order !== undefined, 'orders are never deleted')
  const rows = await findRefundsOf(uow.tx, order)
  const refunds = rows.map(knownRefund)
  const charged = await readCharged(uow.tx, order, rows)
  const left = refundableOf(charged, refunds)
  const paid = refundableToPayment(charged, refunds)
  const owedAmount = subtract(totalOf(paid), totalOf(left))
  return start(uow, order, { ...left, owedAmount, reason: 'other', revokeBenefits: false, comment })
}

/** Pays credit out that came from a locked order. It was taken from the balance before. */
export const startPayout = (
  uow: UnitOfWork,
  order: OrderRow,
  owedAmount: MinorUnits,
): Promise<Id<'refund'>> => {
  const nothing = { amount: minorUnits(0), taxAmount: minorUnits(0) }
  const refund = { ...nothing, reason: 'other', revokeBenefits: false } as const
  return start(uow, order, { ...refund, owedAmount, isPayout: true })
}

type NewRefund = Omit<RefundInput, 'amount'> & Return & { readonly isPayout?: boolean }

async function start(
  uow: UnitOfWork,
  order: OrderRow,
  { amount, taxAmount, owedAmount, isPayout = false, reason, ...details }: NewRefund,
): Promise<Id<'refund'>> {
  const { revokeBenefits, comment, metadata } = details
  const refund = await insertRefund(uow.tx, {
    amount,
    taxAmount,
    owedAmount,
    isPayout,
    reason,
    revokeBenefits,
    organizationId: order.organizationId,
    id: uow.newId('refund'),
    orderId: order.id,
    paymentId: await paymentOf(uow, order),
    status: 'pending',
    currency: order.currency,
    comment: comment ?? null,
    metadata: jsonText(metadata ?? {}),
    processorId: null,
    failureReason: null,
    answeredAt: null,
    createdAt: uow.now,
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
  const amount = sum([refund.amount, refund.taxAmount, refund.owedAmount])
  const request = { organizationId, paymentId, refundId, amount, reason }
  const answer = await refundPayment(deps, request)
  if (answer.status === 'pending' && answer.processorId === null) return false
  await runUnitOfWork(uowFactory, { organizationId }, (uow) => recordRefund(uow, key, answer))
  return true
}
