import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { dueOf } from '../rules/amount-due.ts'
import { findBalances } from '../store/customer-balances.ts'
import { findOpenOrders } from '../store/order-batch.ts'
import type { OrderRow } from '../store/orders.ts'

interface CustomerBalance {
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  /** Below zero where the customer owes it. */
  readonly amount: MinorUnits
}

/** The credit of customers, a balance for each currency. */
export const balanceOfCustomers = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<CustomerBalance[]> => findBalances(db, organizationId, customerIds)

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
