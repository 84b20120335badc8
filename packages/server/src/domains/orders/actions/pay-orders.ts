import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { postSales } from '../../ledger/index.ts'
import { findPayments } from '../../payments/index.ts'
import { noteTaxedSale } from '../../tax/index.ts'
import { dueOf } from '../rules/due.ts'
import { addBalanceEntries } from '../store/balances.ts'
import { type JustPaid, markGivenUp, markPaid } from '../store/order-batch.ts'
import type { OrderRow } from '../store/orders.ts'
import { balanceEntryOf, negative } from './balance-entry.ts'
import { orderEvent, showOrders } from './present-order.ts'
import { salePosting } from './sale-posting.ts'

interface PaidBy {
  readonly orderId: Id<'order'>
  /** A payment that succeeded. */
  readonly paymentId: Id<'payment'>
}

/**
 * Orders whose payments have succeeded are paid, and in the books; in as many statements however many
 * they are. Answers those that were waiting: twice is once.
 */
export async function payOrders(
  work: Work,
  organizationId: Id<'organization'>,
  paid: readonly PaidBy[],
): Promise<Order[]> {
  if (paid.length === 0) return []
  const { tx, now } = work
  const paymentOf = new Map(paid.map(({ orderId, paymentId }) => [orderId, paymentId]))
  const orders = await markPaid(tx, organizationId, { orderIds: [...paymentOf.keys()], now })
  if (orders.length === 0) return []
  const known = orders.map((order) => {
    const paymentId = paymentOf.get(order.id)
    assert(paymentId !== undefined, 'only those are paid that were asked for')
    return { order, paymentId }
  })
  await requireCharges(work, organizationId, known)
  await takeAgain(work, orders)
  await postSales(
    work,
    known.map(({ order, paymentId }) => salePosting(order, paymentId, now)),
  )
  for (const { id: orderId, taxCalculationId: calculationId } of orders) {
    await noteTaxedSale(work, { organizationId, orderId, calculationId })
  }
  const shown = await showOrders(tx, orders)
  work.record(...shown.flatMap((order, at) => paidEvents(orders[at], order)))
  return shown
}

interface Known {
  readonly order: OrderRow
  readonly paymentId: Id<'payment'>
}

/** So that a fault elsewhere never gives anything away. */
async function requireCharges(
  { tx }: Work,
  organizationId: Id<'organization'>,
  known: readonly Known[],
): Promise<void> {
  const ids = known.map(({ paymentId }) => paymentId)
  const payments = new Map(
    (await findPayments(tx, organizationId, ids)).map((payment) => [payment.id, payment]),
  )
  for (const { order, paymentId } of known) {
    const payment = payments.get(paymentId)
    const isPaid =
      payment?.status === 'succeeded' &&
      payment.orderId === order.id &&
      payment.amount === dueOf(order)
    assert(isPaid, 'what pays an order is its own payment, and all that was due')
  }
}

/** Of what was given up the balance got its part back; who pays after all has used it after all. */
const takeAgain = (work: Work, orders: readonly JustPaid[]): Promise<void> =>
  addBalanceEntries(
    work.tx,
    orders
      .filter((order) => order.wasGivenUp && order.appliedBalanceAmount !== 0)
      .flatMap((order) => {
        const { appliedBalanceAmount: appliedAmount } = order
        return balanceEntryOf(work, order, { appliedAmount, entryKind: 'taken' }) ?? []
      }),
  )

function paidEvents(row: OrderRow | undefined, shown: Order) {
  assert(row !== undefined, 'as many are shown as were paid')
  const updated = orderEvent('updated', row, shown)
  return [updated, { ...updated, name: 'order.paid' }]
}

/**
 * Nobody tries to collect the open orders of these subscriptions any more. They stay as they are, and
 * what of the customers’ balances they used goes back there. Money that is on its way pays them still.
 */
export async function giveUpOrders(
  work: Work,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
): Promise<Order[]> {
  const { tx, now } = work
  const orders = await markGivenUp(tx, organizationId, { subscriptionIds, now })
  await addBalanceEntries(
    tx,
    orders
      .filter(({ appliedBalanceAmount }) => appliedBalanceAmount !== 0)
      .flatMap((order) => {
        const appliedAmount = negative(order.appliedBalanceAmount)
        return balanceEntryOf(work, order, { appliedAmount, entryKind: 'returned' }) ?? []
      }),
  )
  const shown = await showOrders(tx, orders)
  work.record(
    ...shown.flatMap((order, at) => {
      const row = orders[at]
      return row === undefined ? [] : [orderEvent('updated', row, order)]
    }),
  )
  return shown
}
