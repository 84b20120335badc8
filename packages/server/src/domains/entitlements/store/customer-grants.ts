import type { QueryOf } from '@guildhall/contract/operation'
import type { listPortalGrants as contract } from '@guildhall/contract/portal/benefit-grants'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { GrantRow } from './grants.ts'
import { isOfPurchase, type Viewer } from './of-purchase.ts'

const heldBy = (db: Kysely<Tables>, { organizationId, customerId, checkoutId }: Viewer) =>
  db
    .selectFrom('benefitGrant')
    .selectAll()
    .where('benefitGrant.organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('status', '<>', 'revoked')
    .where((one) => one.and(checkoutId === null ? [] : [isOfPurchase(checkoutId)]))

export const findGrantOfCustomer = (
  db: Kysely<Tables>,
  viewer: Viewer,
  id: Id<'benefitGrant'>,
): Promise<GrantRow | undefined> => heldBy(db, viewer).where('id', '=', id).executeTakeFirst()

/** One page of what a customer holds. */
export function listGrantsOfCustomer(
  db: Kysely<Tables>,
  viewer: Viewer,
  { page, limit, sorting, ...filters }: QueryOf<typeof contract>,
): Promise<Page<GrantRow>> {
  const { organizationId, type, benefitId, checkoutId, orderId, subscriptionId } = filters
  const matching = heldBy(db, viewer).where((one) =>
    one.and([
      ...(organizationId ? [one('benefitGrant.organizationId', 'in', organizationId)] : []),
      ...(type ? [isOfType(type)] : []),
      ...(benefitId ? [one('benefitId', 'in', benefitId)] : []),
      ...(checkoutId ? [isOfCheckout(checkoutId)] : []),
      ...(orderId ? [one('orderId', 'in', orderId)] : []),
      ...(subscriptionId ? [one('subscriptionId', 'in', subscriptionId)] : []),
    ]),
  )
  return listPage(
    db,
    matching,
    { page, limit, sorting },
    {
      columns: {
        granted_at: 'benefitGrant.grantedAt',
        type: typeOf,
        organization: 'benefitGrant.organizationId',
        product_benefit: positionInProduct,
      },
      nullable: ['granted_at', 'product_benefit'],
      id: 'benefitGrant.id',
    },
  )
}

const typeOf = sql<string>`(select b.type from benefit_kind b
  where b.organization_id = benefit_grant.organization_id and b.id = benefit_grant.benefit_id)`

/** Null once the product has the benefit no longer. */
const positionInProduct = sql<number>`(select p.position from benefit_of_product p
  where p.organization_id = benefit_grant.organization_id
    and p.benefit_id = benefit_grant.benefit_id
    and p.product_id = coalesce(
      (select s.product_id from entitling_subscription s
        where s.organization_id = benefit_grant.organization_id
          and s.id = benefit_grant.subscription_id),
      (select o.product_id from entitling_order o
        where o.organization_id = benefit_grant.organization_id
          and o.id = benefit_grant.order_id)))`

const isOfType = (types: readonly string[]) => sql<boolean>`${typeOf} = any(${types}::text[])`

const isOfCheckout = (ids: readonly string[]) => sql<boolean>`
  exists (select from placed_order o
           where o.organization_id = benefit_grant.organization_id
             and (o.id = benefit_grant.order_id
                  or o.subscription_id = benefit_grant.subscription_id)
             and o.checkout_id = any(${ids}::uuid[]))`
