import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { PurchaseFacts } from '../rules/customer-status.ts'

interface CustomerPurchases extends PurchaseFacts {
  readonly customerId: Id<'customer'>
}

interface OfCustomers {
  readonly organizationId: Id<'organization'>
  readonly customerIds: readonly Id<'customer'>[]
}

/** Reads the subscriptions and orders of these customers by their indexes, and no others. */
export async function findPurchases(
  db: Kysely<Tables>,
  { organizationId, customerIds }: OfCustomers,
): Promise<CustomerPurchases[]> {
  const { rows } = await sql<CustomerPurchases>`
    select c.id as customer_id,
           array(select distinct s.status
                   from subscription s
                  where s.organization_id = ${organizationId} and s.customer_id = c.id) as statuses,
           exists (select from paid_order o
                    where o.organization_id = ${organizationId}
                      and o.customer_id = c.id) as has_paid_order
      from customer_contact c
     where c.organization_id = ${organizationId}
       and c.id = any(${[...customerIds]}::uuid[])
       and c.deleted_at is null
     order by c.id`.execute(db)
  return rows
}
