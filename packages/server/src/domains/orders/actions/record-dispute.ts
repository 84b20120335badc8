import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { negate } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { postDispute } from '../../ledger/index.ts'
import { disputeStatusOf } from '../rules/lifecycles.ts'
import { splitReturn } from '../rules/refund-amounts.ts'
import { type DisputeRow, endDispute, findDisputesOf, insertDispute } from '../store/disputes.ts'
import { lockOrder, type OrderRow } from '../store/orders.ts'
import { findRefundsOf } from '../store/refunds.ts'
import { reclaim, taxPlaceOf } from './postings.ts'
import { knownRefund, readCharged } from './refund-state.ts'

export interface ReportedDispute {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly processorId: string
  /** In the processor’s terms. */
  readonly status: string
  /** With tax. */
  readonly amount: MinorUnits
}

/**
 * Records a dispute and posts it to the ledger. While it is open, and after it is lost, its part of
 * the order is neither refunded nor credited, and what was credited before is owed by the customer
 * again; the order itself stays unchanged.
 */
export async function recordDispute(uow: UnitOfWork, reported: ReportedDispute): Promise<void> {
  const { organizationId, orderId, processorId: disputeId } = reported
  const status = disputeStatusOf(reported.status)
  if (status === null) return
  const order = await lockOrder(uow.tx, { organizationId, id: orderId })
  assert(order !== undefined, 'orders are never deleted')
  const dispute = (await findDispute(uow, order, disputeId)) ?? (await open(uow, order, reported))
  if (status !== 'open') await end(uow, order, dispute, status)
  await postDispute(uow, {
    organizationId,
    orderId,
    paymentId: dispute.paymentId,
    disputeId,
    status,
    currency: dispute.currency,
    netAmount: dispute.amount,
    taxAmount: dispute.taxAmount,
    taxPlace: taxPlaceOf(order),
    owedAmount: dispute.owedAmount,
    occurredAt: uow.now,
  })
}

async function findDispute(
  { tx }: UnitOfWork,
  order: OrderRow,
  processorId: string,
): Promise<DisputeRow | undefined> {
  return (await findDisputesOf(tx, order)).find((one) => one.processorId === processorId)
}

/** Also where only its end is reported. */
async function open(
  uow: UnitOfWork,
  order: OrderRow,
  { paymentId, processorId, amount }: ReportedDispute,
): Promise<DisputeRow> {
  const { tx, now } = uow
  const refunds = await findRefundsOf(tx, order)
  const charged = await readCharged(tx, order, refunds)
  const split = splitReturn(charged, refunds.map(knownRefund), amount)
  assert(split !== null, 'a dispute never exceeds the payment')
  await reclaim(uow, order, split.owedAmount)
  return insertDispute(tx, {
    ...split,
    organizationId: order.organizationId,
    id: uow.newId('dispute'),
    orderId: order.id,
    paymentId,
    processorId,
    status: 'open',
    currency: order.currency,
    createdAt: now,
  })
}

async function end(
  uow: UnitOfWork,
  order: OrderRow,
  dispute: DisputeRow,
  status: 'won' | 'lost',
): Promise<void> {
  const ended = await endDispute(uow.tx, dispute, status, uow.now)
  if (ended !== undefined && status === 'won') await reclaim(uow, order, negate(ended.owedAmount))
}
