import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

type OrganizationId = Id<'organization'>

/** What entitles to benefits: subscriptions and one-time purchases of one organization. */
export interface Sources {
  readonly organizationId: OrganizationId
  readonly subscriptionIds: readonly Id<'subscription'>[]
  readonly orderIds: readonly Id<'order'>[]
}

export interface SourceRow {
  readonly subscriptionId: Id<'subscription'> | null
  readonly orderId: Id<'order'> | null
  readonly customerId: Id<'customer'>
  readonly productId: Id<'product'>
  readonly isEntitled: boolean
  /** Of the period in which it entitles, or entitled. */
  readonly periodStart: Date
  /** Whether its product has benefits, or had some that it granted. */
  readonly concernsBenefits: boolean
}

export async function findSources(
  db: Kysely<Tables>,
  { organizationId, subscriptionIds, orderIds }: Sources,
): Promise<SourceRow[]> {
  const sources = [
    { ids: subscriptionIds, view: 'entitling_subscription', source: 'subscription_id' } as const,
    { ids: orderIds, view: 'entitling_order', source: 'order_id' } as const,
  ]
    .filter(({ ids }) => ids.length > 0)
    .map(
      ({ ids, view, source }) => sql`
        select ${source === 'order_id' ? order : subscription}, ${facts(organizationId, source)}
          from ${sql.table(view)} s ${withCustomer(organizationId)}
         where s.organization_id = ${organizationId} and s.id = any(${ids}::uuid[])`,
    )
  if (sources.length === 0) return []
  const { rows } = await sql<SourceRow>`${sql.join(sources, sql` union all `)}`.execute(db)
  return rows
}

const subscription = sql.raw('s.id as "subscriptionId", null::uuid as "orderId"')
const order = sql.raw('null::uuid as "subscriptionId", s.id as "orderId"')
const facts = (organizationId: OrganizationId, source: 'subscription_id' | 'order_id') =>
  sql`s.customer_id as "customerId", s.product_id as "productId",
    s.is_entitled and c.deleted_at is null as "isEntitled", s.period_start as "periodStart",
    exists (select from benefit_of_product b
             where b.organization_id = ${organizationId} and b.product_id = s.product_id)
      or exists (select from benefit_grant g
                  where g.organization_id = ${organizationId} and g.${sql.raw(source)} = s.id)
      as "concernsBenefits"`
const withCustomer = (organizationId: OrganizationId) =>
  sql`join customer_contact c on c.organization_id = ${organizationId} and c.id = s.customer_id`

interface BenefitOfProduct {
  readonly productId: Id<'product'>
  readonly benefitId: Id<'benefit'>
}

/** The benefits of products, each product’s in the seller’s order. */
export async function listBenefitsOf(
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  productIds: readonly Id<'product'>[],
): Promise<BenefitOfProduct[]> {
  const { rows } = await sql<BenefitOfProduct>`
    select product_id as "productId", benefit_id as "benefitId"
      from benefit_of_product
     where organization_id = ${organizationId} and product_id = any(${productIds}::uuid[])
     order by position`.execute(db)
  return rows
}

export interface PaidPeriod {
  readonly subscriptionId: Id<'subscription'>
  readonly start: Date
}

/** What renewals were for, the earliest first. */
export async function findPaidPeriods(
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  orderIds: readonly Id<'order'>[],
): Promise<PaidPeriod[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<PaidPeriod>`
    select subscription_id as "subscriptionId", period_start as start
      from placed_order
     where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])
       and subscription_id is not null and period_start is not null
     order by period_start`.execute(db)
  return rows
}
