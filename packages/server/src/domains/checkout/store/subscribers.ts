import type { Id } from '@guildhall/contract/primitives'
import {
  activeSubscriptionStatuses,
  billableSubscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-statuses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CheckoutKey } from './checkouts.ts'

interface Subscriber {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** A subscription that is replaced does not count. */
  readonly upgradeOf: Id<'subscription'> | null
  /** What is bought costs nothing. */
  readonly isFree: boolean
}

/**
 * Whether the buyer already has a subscription where the seller allows only one. Anyone may have
 * bought it with their address. As long as they have not accepted it, it stops no other purchase
 * once they have canceled it; and a free one stops no paid one, because it costs a stranger nothing.
 */
export async function hasSubscription(
  db: Kysely<Tables>,
  { organizationId, customerId, upgradeOf, isFree }: Subscriber,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from subscription_shown s
      join organization_profile o on o.id = s.organization_id
     where s.organization_id = ${organizationId} and s.customer_id = ${customerId}
       and s.status = any(${billableSubscriptionStatuses}::text[])
       and s.id is distinct from ${upgradeOf}
       and not o.allow_multiple_subscriptions
       and (not exists (select from unaccepted_subscription u
                         where u.organization_id = ${organizationId} and u.id = s.id)
            or not s.cancel_at_period_end and (${isFree} or ${isNotFree(organizationId)}))
     limit 1`.execute(db)
  return rows.length > 0
}

/** Of the subscription `s`. */
const isNotFree = (organizationId: Id<'organization'>) => sql`
  exists (select from subscription_price_kind p
           where p.organization_id = ${organizationId} and p.subscription_id = s.id
             and p.kind <> 'free')`

interface SubscriptionPurchase extends CheckoutKey {
  readonly customerId: Id<'customer'>
  readonly upgradeOf: Id<'subscription'> | null
  /** The seller named the buyer, whose address was not just typed. */
  readonly isProved: boolean
}

/**
 * Whether the customer is paying for another subscription right now where the seller allows only
 * one, or for the same upgrade. Purchases with a typed address don’t stop the owner of the address.
 */
export async function isBuyingSubscription(
  db: Kysely<Tables>,
  { organizationId, id, customerId, upgradeOf, isProved }: SubscriptionPurchase,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from checkout c
      join product_summary p on p.organization_id = c.organization_id and p.id = c.product_id
      join organization_profile o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.customer_id = ${customerId}
       and c.id <> ${id} and c.status = 'confirmed' and p.recurring_interval is not null
       and (not o.allow_multiple_subscriptions or c.subscription_id = ${upgradeOf})
       and (not ${isProved} or c.is_customer_given
            and c.created_customer_id is distinct from c.customer_id)
     limit 1`.execute(db)
  return rows.length > 0
}

export interface UpgradeFacts {
  readonly id: Id<'subscription'>
  readonly customerId: Id<'customer'>
  readonly isOpen: boolean
  /** Each of its prices is free. */
  readonly isFree: boolean
}

export async function findUpgrade(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  id: Id<'subscription'>,
): Promise<UpgradeFacts | undefined> {
  const { rows } = await sql<UpgradeFacts>`
    select s.id, s.customer_id as "customerId",
           s.status = any(${activeSubscriptionStatuses}::text[]) as "isOpen",
           not ${isNotFree(organizationId)} as "isFree"
      from subscription_shown s
     where s.organization_id = ${organizationId} and s.id = ${id}`.execute(db)
  return rows[0]
}
