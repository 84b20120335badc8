import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Where grants may differ from what they should be; null for all products. */
export interface Affected {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'> | null
}

interface Search {
  /** The types of benefits that can be granted. */
  readonly types: readonly BenefitType[]
  /** The last id that was found; null for the first. */
  readonly after: string | null
  readonly max: number
}

/**
 * Subscriptions whose customer doesn’t hold what their product’s list says, or holds what it doesn’t.
 * In the order of their ids.
 */
export const findDifferingSubscriptions = (
  db: Kysely<Tables>,
  affected: Affected,
  search: Search,
): Promise<Id<'subscription'>[]> => find<'subscription'>(db, subscriptions, affected, search)

/** The same of one-time purchases. */
export const findDifferingOrders = (
  db: Kysely<Tables>,
  affected: Affected,
  search: Search,
): Promise<Id<'order'>[]> => find<'order'>(db, orders, affected, search)

interface Kind {
  readonly view: string
  /** The column of grants that refers to it. */
  readonly source: string
}

const subscriptions: Kind = { view: 'entitling_subscription', source: 'subscription_id' }
const orders: Kind = { view: 'entitling_order', source: 'order_id' }

async function find<B extends string>(
  db: Kysely<Tables>,
  kind: Kind,
  affected: Affected,
  { types, after, max }: Search,
): Promise<Id<B>[]> {
  const { rows } = await sql<{ id: Id<B> }>`
    select s.id ${differing(kind, affected, types)}
       and (${after}::uuid is null or s.id > ${after})
     order by s.id
     limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many subscriptions and purchases are left to reconcile. */
export async function countDiffering(
  db: Kysely<Tables>,
  affected: Affected,
  types: readonly BenefitType[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) ${differing(subscriptions, affected, types)})
          + (select count(*) ${differing(orders, affected, types)}))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

function differing(
  { view, source }: Kind,
  { organizationId, productId }: Affected,
  types: readonly BenefitType[],
) {
  const held = sql`benefit_grant g
    where g.organization_id = s.organization_id and ${sql.ref(`g.${source}`)} = s.id
      and g.status <> 'revoked'`
  const listed = sql`benefit_of_product b
    where b.organization_id = s.organization_id and b.product_id = s.product_id`
  return sql`
      from ${sql.table(view)} s
      join customer_contact c on c.organization_id = s.organization_id and c.id = s.customer_id
     cross join lateral (select s.is_entitled and c.deleted_at is null as is_entitled) e
     where s.organization_id = ${organizationId}
       and (${productId}::uuid is null or s.product_id = ${productId})
       and (e.is_entitled and exists (
              select from ${listed} and b.type = any(${types}::text[])
                 and not exists (select from ${held} and g.benefit_id = b.benefit_id))
         or exists (
              select from ${held} and not (e.is_entitled and exists (
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
