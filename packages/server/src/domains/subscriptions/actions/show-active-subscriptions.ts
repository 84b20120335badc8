import type { CustomerState } from '@guildhall/contract/customers/state'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentActiveSubscription } from '../present/customer-state.ts'
import { findActiveOfCustomers } from '../store/subscription-list.ts'
import { findMetersOfAny } from '../store/usage.ts'

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customer'>
}

/**
 * The active subscriptions of customers of any organizations, the oldest first. Trials are left out,
 * because official clients accept only `active`.
 */
export async function showActiveSubscriptions(
  db: Kysely<Tables>,
  customers: readonly CustomerKey[],
): Promise<ReadonlyMap<Id<'customer'>, CustomerState['activeSubscriptions']>> {
  const rows = await findActiveOfCustomers(db, customers)
  const usageOf = groupBy(await findMetersOfAny(db, rows), (usage) => usage.subscriptionId)
  const rowsOf = groupBy(rows, ({ customerId }) => customerId)
  return new Map(
    [...rowsOf].map(([customerId, own]) => [
      customerId,
      own.map((row) => presentActiveSubscription(row, usageOf.get(row.id) ?? [])),
    ]),
  )
}
