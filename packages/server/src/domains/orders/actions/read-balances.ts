import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { dueOf } from '../rules/due.ts'
import { findBalances } from '../store/balances.ts'
import { findOpenOrders } from '../store/order-batch.ts'
import type { OrderRow } from '../store/orders.ts'

interface CustomerBalance {
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  /** Below zero what the customer owes. */
  readonly amount: MinorUnits
}

/** What customers have to their credit, a balance for each currency. */
export const balanceOfCustomers = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<CustomerBalance[]> => findBalances(db, organizationId, customerIds)

export interface OpenOrder {
  readonly order: OrderRow
  readonly dueAmount: MinorUnits
}

/** What is still to be paid of these subscriptions, the oldest first. */
export async function openOrdersOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
): Promise<OpenOrder[]> {
  const orders = await findOpenOrders(db, organizationId, subscriptionIds)
  return orders.map((order) => ({ order, dueAmount: dueOf(order) }))
}
