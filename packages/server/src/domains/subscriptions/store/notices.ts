import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SubscriptionReference } from './subscriptions.ts'

interface RecordedNotice extends SubscriptionReference {
  readonly noticeKey: string
}

/** True for the first caller only: others would send the notice again. */
export async function recordNotice(
  tx: Transaction<Tables>,
  notice: RecordedNotice,
  notifiedAt: Date,
): Promise<boolean> {
  const recorded = await tx
    .insertInto('subscriptionNotice')
    .values({ ...notice, notifiedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('noticeKey')
    .executeTakeFirst()
  return recorded !== undefined
}

interface NotifiedProduct extends SubscriptionReference {
  readonly productId: Id<'product'>
  readonly version: number
}

/** True if the customer knew another product; an event about an earlier version changes nothing. */
export async function recordNotifiedProduct(
  tx: Transaction<Tables>,
  { organizationId, subscriptionId, productId, version }: NotifiedProduct,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into subscription_notified_product as known
      (organization_id, subscription_id, product_id, version)
    values (${organizationId}, ${subscriptionId}, ${productId}, ${version})
    on conflict (organization_id, subscription_id) do update
      set product_id = excluded.product_id, version = excluded.version
      where known.product_id <> excluded.product_id and known.version < excluded.version
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows[0]?.isNew === false
}

/** Whether the order bills usage of a period that went on. */
export async function billsUsageEarly(
  db: Kysely<Tables>,
  { organizationId, orderId }: { organizationId: Id<'organization'>; orderId: Id<'order'> },
): Promise<boolean> {
  const { rows } = await sql`
    select from billed_usage b
      join usage_settlement s
        on s.organization_id = b.organization_id and s.id = b.usage_settlement_id
     where b.organization_id = ${organizationId} and b.order_id = ${orderId}
       and b.net_amount > 0 and s.is_open
     limit 1`.execute(db)
  return rows.length > 0
}

interface Moment extends SubscriptionReference {
  readonly at: Date
}

/** Whether a change placed an order: the mail about that order describes the change. */
export async function hasOrderAt(
  db: Kysely<Tables>,
  { organizationId, subscriptionId, at }: Moment,
): Promise<boolean> {
  const found = await db
    .selectFrom('placedOrder')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', subscriptionId)
    .where('createdAt', '=', at)
    .executeTakeFirst()
  return found !== undefined
}
