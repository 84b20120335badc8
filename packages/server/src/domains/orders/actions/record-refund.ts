import { assert } from '../../../kernel/assert.ts'
import { negate } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { postRefund, postRefundReversal } from '../../ledger/actions/post-entries.ts'
import { canBecome } from '../rules/lifecycles.ts'
import { orderAfter } from '../rules/refund-amounts.ts'
import { decideStep, type RefundUpdate } from '../rules/refund-update.ts'
import { addBalanceEntries } from '../store/customer-balances.ts'
import { lockOrder, type OrderRow, saveOrder } from '../store/orders.ts'
import {
  findRefund,
  findRefundsOf,
  type RefundKey,
  type RefundRow,
  saveRefund,
} from '../store/refunds.ts'
import { preventWarnings } from './dispute-state.ts'
import { reverseCreditNote } from './number-credit-notes.ts'
import { orderEvents, refundEvent } from './order-events.ts'
import { entryOfOrder, reclaim, taxPlaceOf } from './postings.ts'
import { leaveToDisputes } from './record-dispute.ts'
import { knownRefund, statusOf, withOrder } from './refund-state.ts'
import { showOrder } from './show-orders.ts'

/** The third step of a refund: records the processor’s answer. */
export async function recordRefund(
  uow: UnitOfWork,
  key: RefundKey,
  update: RefundUpdate,
): Promise<void> {
  const { organizationId } = key
  const refund = await findRefund(uow.tx, key)
  assert(refund !== undefined, 'refunds are never deleted')
  const order = await lockOrder(uow.tx, { organizationId, id: refund.orderId })
  assert(order !== undefined, 'orders are never deleted')
  await applyRefundUpdate(uow, order, { refundId: key.id, update })
}

interface UpdateOfRefund {
  readonly refundId: RefundRow['id']
  readonly update: RefundUpdate
}

/** Updates the refund, the order and the ledger. The caller has locked the order. */
export async function applyRefundUpdate(
  uow: UnitOfWork,
  order: OrderRow,
  { refundId, update }: UpdateOfRefund,
): Promise<void> {
  const { tx, now } = uow
  const refunds = await findRefundsOf(tx, order)
  const known = refunds.find(({ id }) => id === refundId)
  assert(known !== undefined, 'a refund belongs to its order')
  const before = knownRefund(known)
  const step = decideStep({ ...known, status: before.status }, update, now)
  if (step === null) return
  const { isFirst, ...changes } = step
  const saved = await saveRefund(tx, known, changes, now)
  assert(saved !== undefined, 'a refund doesn’t change under the order’s lock')
  if (saved.status === 'succeeded') uow.noteDue(order.organizationId, 'orders.numberInvoices')
  uow.record(refundEvent(isFirst ? 'refund.created' : 'refund.updated', withOrder(saved, order)))
  if (saved.isPayout && isOver(saved)) await restorePayout(uow, order, saved)
  if (before.status === 'succeeded' || saved.status === 'succeeded') {
    const all = refunds.map((one) => (one.id === saved.id ? saved : one))
    await applyToOrder(uow, order, saved, all)
  }
  if (isOver(saved)) await leaveToDisputes(uow, order)
}

/** A refund has succeeded, or failed after it had. */
async function applyToOrder(
  uow: UnitOfWork,
  order: OrderRow,
  saved: RefundRow,
  all: readonly RefundRow[],
): Promise<void> {
  const { tx } = uow
  await postRefundChange(uow, order, saved)
  if (saved.isPayout) return
  if (saved.status !== 'succeeded') await reverseCreditNote(uow, saved)
  const recomputed = await saveRefundedAmounts(uow, order, all)
  const names =
    saved.status === 'succeeded'
      ? (['order.updated', 'order.refunded'] as const)
      : (['order.updated'] as const)
  uow.record(...orderEvents(names, recomputed, await showOrder(tx, recomputed)))
  if (recomputed.status === 'refunded') await preventWarnings(uow, recomputed)
}

const isOver = ({ status }: Pick<RefundRow, 'status'>): boolean =>
  status === 'failed' || status === 'canceled'

/** What was to be paid out is the customer’s credit again. */
const restorePayout = (uow: UnitOfWork, order: OrderRow, refund: RefundRow): Promise<void> =>
  addBalanceEntries(uow.tx, [
    entryOfOrder(uow, order, {
      kind: 'restored',
      amount: refund.owedAmount,
      refundId: refund.id,
    }),
  ])

async function saveRefundedAmounts(
  { tx, now }: UnitOfWork,
  order: OrderRow,
  refunds: readonly RefundRow[],
): Promise<OrderRow> {
  const after = orderAfter(order, refunds.map(knownRefund))
  assert(canBecome(statusOf(order), after.status), `${order.status} can’t become ${after.status}`)
  const saved = await saveOrder(tx, order, after, now)
  assert(saved !== undefined, 'a locked order doesn’t change')
  return saved
}

/** Posts that a refund succeeded, or that it failed after it had succeeded. */
async function postRefundChange(
  uow: UnitOfWork,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  const posting = {
    organizationId: order.organizationId,
    orderId: order.id,
    paymentId: refund.paymentId,
    refundId: refund.id,
    currency: refund.currency,
    netAmount: refund.amount,
    taxAmount: refund.taxAmount,
    taxPlace: taxPlaceOf(order),
    owedAmount: refund.owedAmount,
    occurredAt: uow.now,
  }
  const isGiven = refund.status === 'succeeded'
  await (isGiven ? postRefund(uow, posting) : postRefundReversal(uow, posting))
  // A payout was taken from the balance when it started.
  if (refund.isPayout) return
  await reclaim(uow, order, isGiven ? refund.owedAmount : negate(refund.owedAmount))
}
