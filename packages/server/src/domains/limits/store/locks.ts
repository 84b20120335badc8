import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * Until the transaction ends nobody else decides what these customers may use. Taken after what usage
 * takes, in one order. Customers share a bounded number of locks, because the memory of PostgreSQL
 * for locks is bounded.
 */
export const takeCustomers = async (
  tx: Transaction<Tables>,
  customers: readonly CustomerKey[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(hashtext('limits.customers'), lock)
      from (select distinct abs(hashtext(organization_id::text || customer_id::text) % 1024) as lock
              from unnest(${customers.map(({ organizationId }) => organizationId)}::uuid[],
                          ${customers.map(({ customerId }) => customerId)}::uuid[])
                as taken (organization_id, customer_id)
             order by 1) as locks`.execute(tx))
