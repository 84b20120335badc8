import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CheckoutKey } from './checkouts.ts'

/** Who is about to subscribe, as far as it is known. */
interface Subscriber {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'> | null
  readonly email: string | null
  /** One that is replaced is no second one. */
  readonly upgradeOf: Id<'subscription'> | null
}

/** Whether somebody has a subscription already, where their seller allows one only. */
export async function hasSubscription(
  db: Kysely<Tables>,
  { organizationId, customerId, email, upgradeOf }: Subscriber,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from customer c
      join subscription s on s.organization_id = c.organization_id and s.customer_id = c.id
      join organization o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.deleted_at is null
       and (c.id = ${customerId} or lower(c.email) = lower(${email}))
       and s.status in ('trialing', 'active', 'past_due')
       and s.id is distinct from ${upgradeOf}
       and not o.allow_multiple_subscriptions
     limit 1`.execute(db)
  return rows.length > 0
}

interface Buying extends CheckoutKey {
  readonly customerId: Id<'customer'>
  readonly upgradeOf: Id<'subscription'> | null
}

/**
 * Whether the same customer is paying for another subscription just now, where their seller allows
 * one only, or for the same upgrade.
 */
export async function isSubscribing(
  db: Kysely<Tables>,
  { organizationId, id, customerId, upgradeOf }: Buying,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from checkout c
      join product p on p.organization_id = c.organization_id and p.id = c.product_id
      join organization o on o.id = c.organization_id
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

/** A subscription that is to become what is bought. */
export async function findUpgrade(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  id: Id<'subscription'>,
): Promise<UpgradeFacts | undefined> {
  const { rows } = await sql<UpgradeFacts>`
    select s.id, s.customer_id as "customerId",
           s.status in ('trialing', 'active') as "isOpen",
           not exists (select from subscription_price p
                        where p.organization_id = s.organization_id and p.subscription_id = s.id
                          and p.kind <> 'free') as "isFree"
      from subscription s
     where s.organization_id = ${organizationId} and s.id = ${id}`.execute(db)
  return rows[0]
}
