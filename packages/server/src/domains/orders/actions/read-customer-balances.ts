import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { dueOf, isCovered } from '../rules/amount-due.ts'
import { type BalanceShares, balanceShares, usableBy } from '../rules/balance-share.ts'
import { findBalances, findUnacceptedShares, lockBalances } from '../store/customer-balances.ts'
import { findOpenOrders } from '../store/order-batch.ts'
import type { OrderRow } from '../store/orders.ts'

/** The balances of customers, and whose they are. */
export const readShares = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<BalanceShares> =>
  balanceShares(
    await findBalances(db, organizationId, customerIds),
    await findUnacceptedShares(db, organizationId, customerIds),
  )

/** The same before using them: entries are only added under the lock of their balance. */
export async function lockShares(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<BalanceShares> {
  const [balances, unaccepted] = await inOrder(tx, [
    () => lockBalances(tx, organizationId, customerIds),
    () => findUnacceptedShares(tx, organizationId, customerIds),
  ])
  return balanceShares(balances, unaccepted)
}

interface PaidOrder {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  readonly subscriptionId: Id<'subscription'>
  readonly totalAmount: MinorUnits
  /** By a payment that succeeded. */
  readonly chargedAmount: MinorUnits
}

/** Whether an order that is about to be placed is paid. Locks the balance that it uses. */
export async function isPaidInFull(
  tx: Transaction<Tables>,
  { organizationId, ...order }: PaidOrder,
): Promise<boolean> {
  const shares = await lockShares(tx, organizationId, [order.customerId])
  return isCovered({ ...order, balanceAmount: usableBy(shares, order) })
}

export interface OpenOrder {
  readonly order: OrderRow
  readonly dueAmount: MinorUnits
}

/** The orders of these subscriptions that are still collected, oldest first. */
export async function openOrdersOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
): Promise<OpenOrder[]> {
  const orders = await findOpenOrders(db, organizationId, subscriptionIds)
  return orders.map((order) => ({ order, dueAmount: dueOf(order) }))
}
