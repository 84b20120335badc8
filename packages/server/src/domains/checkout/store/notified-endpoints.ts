import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CheckoutKey } from './checkouts.ts'

/**
 * Those of these paid checkouts whose events, and those of their orders, were delivered to every
 * endpoint of the seller that wants them. Without such endpoints, all of them.
 */
export async function listNotified(
  db: Kysely<Tables>,
  keys: readonly CheckoutKey[],
): Promise<CheckoutKey['id'][]> {
  const { rows } = await sql<Pick<CheckoutKey, 'id'>>`
    select c.id
      from checkout c
      join unnest(${keys.map((key) => key.organizationId)}::uuid[],
                  ${keys.map(({ id }) => id)}::uuid[]) as watched (organization_id, id)
     using (organization_id, id)
     where not exists (
             select from webhook_subscribed_event l
              where l.organization_id = c.organization_id and l.name = 'checkout.updated'
                and not exists (
                      select from webhook_handled_delivery t
                       where t.organization_id = c.organization_id
                         and t.endpoint_id = l.endpoint_id and t.object_id = c.id::text
                         and t.name = l.name and t.object_version >= c.version))
       and not exists (
             select from webhook_subscribed_event l, placed_order o
              where l.organization_id = c.organization_id
                and l.name in ('order.created', 'order.paid')
                and o.organization_id = c.organization_id and o.checkout_id = c.id
                and not exists (
                      select from webhook_handled_delivery t
                       where t.organization_id = c.organization_id
                         and t.endpoint_id = l.endpoint_id and t.object_id = o.id::text
                         and t.name = l.name))`.execute(db)
  return rows.map(({ id }) => id)
}
