import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface Told {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly about: string
}

/** True for who comes first: everybody else would tell it again. */
export async function markTold(
  tx: Transaction<Tables>,
  told: Told,
  toldAt: Date,
): Promise<boolean> {
  const marked = await tx
    .insertInto('subscriptionTold')
    .values({ ...told, toldAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('about')
    .executeTakeFirst()
  return marked !== undefined
}

interface PlanTold {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly productId: Id<'product'>
  readonly version: number
}

/** True where the customer knew another plan; late news of an earlier one is none. */
export async function markPlanTold(
  tx: Transaction<Tables>,
  { organizationId, subscriptionId, productId, version }: PlanTold,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into subscription_plan_told as known
      (organization_id, subscription_id, product_id, version)
    values (${organizationId}, ${subscriptionId}, ${productId}, ${version})
    on conflict (organization_id, subscription_id) do update
      set product_id = excluded.product_id, version = excluded.version
      where known.product_id <> excluded.product_id and known.version < excluded.version
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows[0]?.isNew === false
}

interface Moment {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly at: Date
}

/** Whether a change came with an order, which says all that there is to say. */
export async function hasOrderAt(
  db: Kysely<Tables>,
  { organizationId, subscriptionId, at }: Moment,
): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', subscriptionId)
    .where('createdAt', '=', at)
    .executeTakeFirst()
  return found !== undefined
}
