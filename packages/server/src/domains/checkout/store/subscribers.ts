import type { Id } from '@guildhall/contract/primitives'
import {
  activeSubscriptionStatuses,
  billableSubscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-statuses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CheckoutKey } from './checkouts.ts'

/** The buyer of a subscription, as far as known. */
interface Subscriber {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'> | null
  readonly email: string | null
  /** A subscription that is replaced does not count. */
  readonly upgradeOf: Id<'subscription'> | null
}

/** Whether the buyer already has a subscription where the seller allows only one. */
export async function hasSubscription(
  db: Kysely<Tables>,
  { organizationId, customerId, email, upgradeOf }: Subscriber,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from customer_contact c
      join subscription_shown s on s.organization_id = c.organization_id and s.customer_id = c.id
      join organization_profile o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.deleted_at is null
       and (c.id = ${customerId} or lower(c.email) = lower(${email}))
       and s.status = any(${billableSubscriptionStatuses}::text[])
       and s.id is distinct from ${upgradeOf}
       and not o.allow_multiple_subscriptions
     limit 1`.execute(db)
  return rows.length > 0
}

interface SubscriptionPurchase extends CheckoutKey {
  readonly customerId: Id<'customer'>
  readonly upgradeOf: Id<'subscription'> | null
}

/**
 * Whether the customer is paying for another subscription right now where the seller allows only
 * one, or for the same upgrade.
 */
export async function isBuyingSubscription(
  db: Kysely<Tables>,
  { organizationId, id, customerId, upgradeOf }: SubscriptionPurchase,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from checkout c
      join product_summary p on p.organization_id = c.organization_id and p.id = c.product_id
      join organization_profile o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.customer_id = ${customerId}
       and c.id <> ${id} and c.status = 'confirmed' and p.recurring_interval is not null
       and (not o.allow_multiple_subscriptions or c.subscription_id = ${upgradeOf})
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
           not exists (select from subscription_price_kind p
                        where p.organization_id = s.organization_id and p.subscription_id = s.id
                          and p.kind <> 'free') as "isFree"
      from subscription_shown s
     where s.organization_id = ${organizationId} and s.id = ${id}`.execute(db)
  return rows[0]
}
