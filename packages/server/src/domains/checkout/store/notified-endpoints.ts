import { type Kysely, sql } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { CheckoutKey } from './checkouts.ts'

/**
 * Those of these paid checkouts whose events, and those of their orders, were delivered to every
 * endpoint of the seller that wants them. Without such endpoints, all of them.
 */
export async function listNotified(
  db: Kysely<Tables>,
  keys: readonly CheckoutKey[],
): Promise<CheckoutKey['id'][]> {
  const versions = await findVersions(db, keys)
  const waiting = await findWaiting(db, versions)
  return distinct(versions.map(({ id }) => id)).filter((id) => !waiting.has(id))
}

interface Version extends CheckoutKey {
  readonly version: number
  /** Null without an order. */
  readonly orderId: string | null
}

/** A row for each order of a checkout. */
async function findVersions(
  db: Kysely<Tables>,
  keys: readonly CheckoutKey[],
): Promise<readonly Version[]> {
  const organizationIds = organizationsOf(keys)
  const { rows } = await sql<Version>`
    select c.organization_id, c.id, c.version, o.id as order_id
      from unnest(${keys.map((key) => key.organizationId)}::uuid[],
                  ${keys.map(({ id }) => id)}::uuid[]) as watched (organization_id, id)
      join checkout c on ${isOfOrganization({ alias: 'c', row: 'watched', organizationIds })}
       and c.id = watched.id
      left join placed_order o
        on o.organization_id = c.organization_id and o.checkout_id = c.id`.execute(db)
  return rows
}

/** Checkouts with an event that an endpoint hasn’t got yet. */
async function findWaiting(
  db: Kysely<Tables>,
  versions: readonly Version[],
): Promise<ReadonlySet<CheckoutKey['id']>> {
  const { rows } = await sql<Pick<CheckoutKey, 'id'>>`
    select r.id
      from unnest(${versions.map(({ organizationId }) => organizationId)}::uuid[],
                  ${versions.map(({ id }) => id)}::uuid[],
                  ${versions.map(({ version }) => version)}::int[],
                  ${versions.map(({ orderId }) => orderId)}::uuid[])
             as r (organization_id, id, version, order_id)
     where exists (
             select from webhook_subscribed_event l
              where l.organization_id = r.organization_id and l.name = 'checkout.updated'
                and not exists (
                      select from webhook_handled_delivery t
                       where t.organization_id = r.organization_id
                         and t.endpoint_id = l.endpoint_id and t.object_id = r.id::text
                         and t.name = l.name and t.object_version >= r.version))
        or r.order_id is not null and exists (
             select from webhook_subscribed_event l
              where l.organization_id = r.organization_id
                and l.name in ('order.created', 'order.paid')
                and not exists (
                      select from webhook_handled_delivery t
                       where t.organization_id = r.organization_id
                         and t.endpoint_id = l.endpoint_id and t.object_id = r.order_id::text
                         and t.name = l.name))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
