import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Where grants may differ from what they should be; null for all products. */
export interface Affected {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'> | null
}

interface Search {
  /** The last source that was looked at; null for the first. */
  readonly after: string | null
  /** How many sources are looked at. */
  readonly max: number
}

export interface Differing<B extends string> {
  readonly ids: readonly Id<B>[]
  /** The last source that was looked at; null after all. */
  readonly last: Id<B> | null
}

/**
 * Subscriptions whose customer doesn’t hold what their product’s list says, or holds what it doesn’t.
 * In the order of their ids.
 */
export const findDifferingSubscriptions = (
  db: Kysely<Tables>,
  affected: Affected,
  search: Search,
): Promise<Differing<'subscription'>> => find<'subscription'>(db, subscriptions, affected, search)

/** The same of one-time purchases. */
export const findDifferingOrders = (
  db: Kysely<Tables>,
  affected: Affected,
  search: Search,
): Promise<Differing<'order'>> => find<'order'>(db, orders, affected, search)

interface Kind {
  readonly view: string
  /** The column of grants that refers to it. */
  readonly source: string
}

const subscriptions: Kind = { view: 'entitling_subscription', source: 'subscription_id' }
const orders: Kind = { view: 'entitling_order', source: 'order_id' }

const beforeFirst = '00000000-0000-0000-0000-000000000000'

/** Reads each source once, however many pages a search takes. */
async function find<B extends string>(
  db: Kysely<Tables>,
  { view, source }: Kind,
  affected: Affected,
  { after, max }: Search,
): Promise<Differing<B>> {
  const { rows } = await sql<{ id: Id<B>; differs: boolean }>`
    with s as (
      ${sources(view, affected)} and s.id > ${after ?? beforeFirst} order by s.id limit ${max})
    select s.id, ${differs(source, affected)} as differs from s order by s.id`.execute(db)
  return {
    ids: rows.filter((row) => row.differs).map(({ id }) => id),
    last: rows[max - 1]?.id ?? null,
  }
}

/** How many subscriptions and purchases are left to reconcile. */
export async function countDiffering(db: Kysely<Tables>, affected: Affected): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with entitling_subscriptions as (${sources(subscriptions.view, affected)}),
         entitling_orders as (${sources(orders.view, affected)})
    select (${count('entitling_subscriptions', subscriptions, affected)}
            + ${count('entitling_orders', orders, affected)})::int as count
    `.execute(db)
  return rows[0]?.count ?? 0
}

const count = (listed: string, { source }: Kind, affected: Affected) =>
  sql`(select count(*) from ${sql.table(listed)} s where ${differs(source, affected)})`

const sources = (view: string, { organizationId, productId }: Affected) => sql`
      select s.organization_id, s.id, s.product_id,
             s.is_entitled and c.deleted_at is null as is_entitled
        from ${sql.table(view)} s
        join customer_contact c on c.organization_id = s.organization_id and c.id = s.customer_id
       where s.organization_id = ${organizationId}
         and (${productId}::uuid is null or s.product_id = ${productId})`

/** Whether grants of the source `s` are missing or too many. */
function differs(source: string, { organizationId }: Affected) {
  const held = sql`benefit_grant g
    where g.organization_id = ${organizationId} and ${sql.ref(`g.${source}`)} = s.id
      and g.status <> 'revoked'`
  const listed = sql`benefit_of_product b
    where b.organization_id = ${organizationId} and b.product_id = s.product_id`
  return sql`(s.is_entitled and exists (
            select from ${listed}
               and not exists (select from ${held} and g.benefit_id = b.benefit_id))
       or exists (
            select from ${held} and not (s.is_entitled and exists (
                 select from ${listed} and b.benefit_id = g.benefit_id))))`
}

/** Organizations with a product that gives benefits. */
export async function findOrganizationsWithBenefits(
  db: Kysely<Tables>,
): Promise<Id<'organization'>[]> {
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    select distinct organization_id as "organizationId" from benefit_of_product`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

/** Until the transaction ends; false while another run works for the organization. */
export async function takeTurn(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(
             hashtext('entitlements.converge'), hashtext(${organizationId}::text)) as taken
    `.execute(tx)
  return rows[0]?.taken === true
}
