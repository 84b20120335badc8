import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { negate } from '../../../kernel/money.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { cancelPayments } from '../../payments/actions/cancel-payments.ts'
import { collectionStatusOf, decideClosing, type StoppedAs } from '../rules/closing.ts'
import { addBalanceEntries } from '../store/customer-balances.ts'
import { markCollectionStopped } from '../store/order-batch.ts'
import { lockOrder, type OrderKey, type OrderRow, saveOrder } from '../store/orders.ts'
import { orderEvents } from './order-events.ts'
import { balanceEntryOf } from './postings.ts'
import { statusOf, stoppedAsOf } from './refund-state.ts'
import { releaseCredits } from './reserve-credits.ts'
import { itemCredit, readReversals } from './reversals.ts'
import { showOrder, showOrders } from './show-orders.ts'

/**
 * Stops collecting the open orders of these subscriptions. The credit that they used is returned to
 * the customers’ balances, and what they credit of earlier orders can be refunded again. Their
 * pending payments are canceled.
 */
export async function stopCollecting(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
  stopped: StoppedAs,
): Promise<Order[]> {
  const { tx, now } = uow
  const orders = await markCollectionStopped(tx, organizationId, subscriptionIds, { stopped, now })
  if (orders.length === 0) return []
  await returnCredit(uow, organizationId, orders)
  const shown = await showOrders(tx, orders)
  for (const [at, order] of shown.entries()) {
    const row = orders[at]
    assert(row !== undefined, 'every order is shown')
    recordStopped(uow, row, order)
  }
  return shown
}

/** A seller voids an order, or writes it off. One that is written off can still be voided. */
export async function closeOrder(
  uow: UnitOfWork,
  key: OrderKey,
  { as, comment }: Pick<StoppedAs, 'as' | 'comment'>,
): Promise<Order> {
  const { tx, now } = uow
  const order = await lockOrder(tx, key)
  assert(order !== undefined, 'orders are never deleted')
  const stoppedAs = stoppedAsOf(order)
  const refusal = decideClosing(collectionStatusOf({ status: statusOf(order), stoppedAs }), as)
  if (refusal !== null) accept(refusal)
  const changes = {
    collectionStoppedAt: now,
    collectionStoppedAs: as,
    collectionStoppedReason: 'seller',
    collectionComment: comment ?? null,
  }
  const saved = await saveOrder(tx, order, changes, now)
  assert(saved !== undefined, 'a locked order doesn’t change')
  if (stoppedAs === null) await returnCredit(uow, order.organizationId, [saved])
  const shown = await showOrder(tx, saved)
  recordStopped(uow, saved, shown)
  return shown
}

async function returnCredit(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  orders: readonly OrderRow[],
): Promise<void> {
  await cancelPayments(uow, organizationId, { orderIds: orders.map(({ id }) => id) })
  await addBalanceEntries(
    uow.tx,
    orders
      .filter(({ appliedBalanceAmount }) => appliedBalanceAmount !== 0)
      .flatMap((order) => {
        const appliedAmount = negate(order.appliedBalanceAmount)
        return balanceEntryOf(uow, order, { appliedAmount, entryKind: 'returned' }) ?? []
      }),
  )
  const reversals = await readReversals(uow, organizationId, orders)
  await releaseCredits(uow, organizationId, orders.flatMap(reversals.of).map(itemCredit))
}

function recordStopped(uow: UnitOfWork, row: OrderRow, shown: Order): void {
  const closed = row.collectionStoppedAs === 'void' ? 'order.voided' : 'order.written_off'
  uow.record(...orderEvents(['order.updated', closed], row, shown))
}
