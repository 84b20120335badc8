import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface NewList {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'>
  readonly benefitIds: readonly Id<'benefit'>[]
}

export interface ReachedRow {
  readonly kind: 'gain' | 'loss'
  readonly benefitId: Id<'benefit'>
  readonly count: number
}

/** How many customers would hold more or less if a product had this list. */
export async function countReached(
  db: Kysely<Tables>,
  { organizationId, productId, benefitIds }: NewList,
): Promise<ReachedRow[]> {
  const { rows } = await sql<ReachedRow>`
    with source as materialized (
      select s.id, s.customer_id
        from (select ${columns} from entitling_subscription
               union all
              select ${columns} from entitling_order) s
        join customer_contact c
          on c.organization_id = s.organization_id and c.id = s.customer_id
       where s.organization_id = ${organizationId} and s.product_id = ${productId}
         and s.is_entitled and c.deleted_at is null
    ), held as materialized (
      select g.customer_id, g.benefit_id,
             coalesce(g.subscription_id, g.order_id) in (select id from source) as is_of_product
        from benefit_grant g
       where g.organization_id = ${organizationId} and g.status <> 'revoked'
         and g.customer_id in (select customer_id from source)
    ), wanted as (
      select id as benefit_id from benefit_kind
       where organization_id = ${organizationId} and id = any(${benefitIds}::uuid[])
    )
    select 'gain' as kind, w.benefit_id as "benefitId", count(*)::int as count
      from (select distinct customer_id from source) s
     cross join wanted w
     where not exists (
           select from held h
            where h.customer_id = s.customer_id and h.benefit_id = w.benefit_id)
     group by w.benefit_id
     union all
    select 'loss', l.benefit_id, count(*)::int
      from (select customer_id, benefit_id from held
             where benefit_id <> all(${benefitIds}::uuid[])
             group by customer_id, benefit_id
            having bool_and(is_of_product)) l
     group by l.benefit_id`.execute(db)
  return rows
}

const columns = sql.raw('organization_id, id, customer_id, product_id, is_entitled')

/** How many customers hold a benefit, because of whatever. */
export async function countHolders(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  benefitId: Id<'benefit'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct customer_id)::int as count from benefit_grant
     where organization_id = ${organizationId} and benefit_id = ${benefitId}
       and status <> 'revoked'`.execute(db)
  return rows[0]?.count ?? 0
}
