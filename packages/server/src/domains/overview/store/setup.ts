import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export type SetupRow = ShopRow & TeamAndWebhooksRow

interface ShopRow {
  readonly frozenAt: Date | null
  readonly timeZone: string
  readonly hasProduct: boolean
  readonly hasCheckoutLink: boolean
  readonly hasCheckout: boolean
  readonly hasPaidOrder: boolean
  readonly hasStripePayment: boolean
}

interface TeamAndWebhooksRow {
  readonly hasWebhookEndpoint: boolean
  readonly hasDeliveredWebhook: boolean
  readonly hasColleague: boolean
}

/** What an organization has, and its time. Undefined if it was deleted. */
export async function readSetup(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<SetupRow | undefined> {
  // A cluster has the one on the node of the organization, and the other on its coordinator.
  const [shop, others] = await Promise.all([
    readShop(db, organizationId),
    readTeamAndWebhooks(db, organizationId),
  ])
  return shop && others && { ...shop, ...others }
}

async function readShop(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<ShopRow | undefined> {
  const { rows } = await sql<ShopRow>`
    select z.time_zone, k.frozen_at,
           exists (select from product_summary p
                    where p.organization_id = ${organizationId}) as has_product,
           exists (select from shared_checkout_link l
                    where l.organization_id = ${organizationId}) as has_checkout_link,
           exists (select from opened_checkout h
                    where h.organization_id = ${organizationId}) as has_checkout,
           exists (select from paid_order o
                    where o.organization_id = ${organizationId}) as has_paid_order,
           exists (select from charged_payment m
                    where m.organization_id = ${organizationId}
                      and m.processor = 'stripe') as has_stripe_payment
      from organization_time_zone z
      left join frozen_clock k on k.organization_id = z.organization_id
     where z.organization_id = ${organizationId}`.execute(db)
  return rows[0]
}

async function readTeamAndWebhooks(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<TeamAndWebhooksRow | undefined> {
  const { rows } = await sql<TeamAndWebhooksRow>`
    select exists (select from webhook_endpoint_health w
                    where w.organization_id = ${organizationId}) as has_webhook_endpoint,
           exists (select from webhook_endpoint_health w
                    where w.organization_id = ${organizationId}
                      and w.last_success_at is not null) as has_delivered_webhook,
           exists (select from colleague c
                    where c.organization_id = ${organizationId}) as has_colleague`.execute(db)
  return rows[0]
}
