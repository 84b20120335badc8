import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { postSales } from '../../ledger/actions/post-entries.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { dueOf } from '../rules/amount-due.ts'
import { addBalanceEntries } from '../store/customer-balances.ts'
import { type JustPaid, markPaid } from '../store/order-batch.ts'
import type { OrderRow } from '../store/orders.ts'
import { addCredits } from '../store/settlements.ts'
import { refundInFull } from './create-refund.ts'
import { orderEvents } from './order-events.ts'
import { balanceEntryOf, type Reversal, recordOrderTax, salePosting } from './postings.ts'
import { itemCredit, readReversals } from './reversals.ts'
import { showOrders } from './show-orders.ts'

interface PaidBy {
  readonly orderId: Id<'order'>
  /** A payment that succeeded. */
  readonly paymentId: Id<'payment'>
}

/**
 * Marks orders as paid by payments that succeeded, and posts them to the ledger, in the same number
 * of statements for any number of orders. Returns those that were pending; repeating it does
 * nothing.
 * An order that was written off is paid like any other, because it was still owed. Money for a void
 * order came too late, and is refunded.
 * An order that is paid when it is placed, like every purchase, is written by `place-orders.ts`.
 */
export async function payOrders(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  paid: readonly PaidBy[],
): Promise<Order[]> {
  if (paid.length === 0) return []
  const { tx, now } = uow
  const paymentOf = new Map(paid.map(({ orderId, paymentId }) => [orderId, paymentId]))
  const orders = await markPaid(tx, organizationId, { orderIds: [...paymentOf.keys()], now })
  if (orders.length === 0) return []
  uow.noteDue(organizationId, 'orders.numberInvoices')
  const pairs = orders.map((order) => {
    const paymentId = paymentOf.get(order.id)
    assert(paymentId !== undefined, 'only the given orders are paid')
    return { order, paymentId }
  })
  await requireCharges(uow, organizationId, pairs)
  const reversals = await readReversals(uow, organizationId, orders)
  await reapplyCredit(uow, orders)
  await keepReversals(
    uow,
    organizationId,
    orders.filter(({ wasStoppedAs }) => wasStoppedAs !== null).flatMap(reversals.of),
  )
  await postSales(
    uow,
    pairs.map(({ order, paymentId }) =>
      salePosting(order, { paymentId, reversals: reversals.of(order), occurredAt: now }),
    ),
  )
  for (const order of orders) await recordOrderTax(uow, order, reversals.of(order))
  const shown = await showOrders(tx, orders)
  uow.record(...shown.flatMap((order, at) => paidEvents(orders[at], order)))
  for (const { wasStoppedAs, id } of orders) {
    if (wasStoppedAs === 'void') await refundInFull(uow, { organizationId, id }, 'Paid too late')
  }
  return shown
}

interface OrderAndPayment {
  readonly order: OrderRow
  readonly paymentId: Id<'payment'>
}

/** A safeguard: a mistake of a caller must not mark an unpaid order as paid. */
async function requireCharges(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  pairs: readonly OrderAndPayment[],
): Promise<void> {
  const ids = pairs.map(({ paymentId }) => paymentId)
  const payments = new Map(
    (await findPayments(tx, organizationId, ids)).map((payment) => [payment.id, payment]),
  )
  for (const { order, paymentId } of pairs) {
    const payment = payments.get(paymentId)
    const isPaid =
      payment?.status === 'succeeded' &&
      payment.orderId === order.id &&
      payment.amount === dueOf(order)
    assert(isPaid, 'an order is paid by its own payment of the whole amount due')
  }
}

/**
 * When collection stopped, used credit was returned; an order that is paid after all uses it again.
 */
const reapplyCredit = (uow: UnitOfWork, orders: readonly JustPaid[]): Promise<void> =>
  addBalanceEntries(
    uow.tx,
    orders
      .filter((order) => order.wasStoppedAs !== null && order.appliedBalanceAmount !== 0)
      .flatMap((order) => {
        const { appliedBalanceAmount: appliedAmount } = order
        return balanceEntryOf(uow, order, { appliedAmount, entryKind: 'taken' }) ?? []
      }),
  )

function paidEvents(row: OrderRow | undefined, shown: Order) {
  assert(row !== undefined, 'every paid order is shown')
  return orderEvents(['order.updated', 'order.paid'], row, shown)
}

/** An order that is paid after all credits earlier orders after all. */
const keepReversals = (
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  reversals: readonly Reversal[],
): Promise<void> => addCredits(tx, organizationId, reversals.map(itemCredit))
