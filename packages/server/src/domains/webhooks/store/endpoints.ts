import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listWebhookEndpoints as contract } from '@guildhall/contract/webhooks/endpoints'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, WebhookEndpointTable } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'

export type EndpointRow = Selectable<WebhookEndpointTable>

export type EndpointKey = Pick<EndpointRow, 'organizationId' | 'id'>

type Db = Kysely<Tables>

const withKey = (db: Db, { organizationId, id }: EndpointKey) =>
  db
    .selectFrom('webhookEndpoint')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)

/** In any of these organizations. */
export const findEndpointIn = (
  db: Db,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'webhookEndpoint'>,
): Promise<EndpointRow | undefined> =>
  db
    .selectFrom('webhookEndpoint')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

export const listEndpoints = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  listing: QueryOf<typeof contract>,
): Promise<Page<EndpointRow>> =>
  listPage(
    db,
    db.selectFrom('webhookEndpoint').selectAll().where('organizationId', '=', organizationId),
    listing,
    {
      columns: { created_at: 'createdAt', url: 'url', name: 'name' },
      nullable: ['name'],
      id: 'id',
    },
  )

/** The endpoints of an organization with these ids. */
export const findEndpointsOf = async (
  db: Db,
  organizationId: Id<'organization'>,
  ids: readonly Id<'webhookEndpoint'>[],
): Promise<EndpointRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('webhookEndpoint')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()

export const lockEndpoint = (
  tx: Transaction<Tables>,
  key: EndpointKey,
): Promise<EndpointRow | undefined> => withKey(tx, key).forNoKeyUpdate().executeTakeFirst()

export async function countEndpoints(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('webhookEndpoint')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export type NewEndpoint = Pick<
  Insertable<WebhookEndpointTable>,
  'organizationId' | 'id' | 'url' | 'name' | 'format' | 'events' | 'secretSealed' | 'createdAt'
>

/**
 * With its lane, which starts at the current end of the organization's log. Events that were recorded
 * but not yet logged have lower ids than `after_event_id`.
 */
export async function insertEndpoint(
  tx: Transaction<Tables>,
  endpoint: NewEndpoint,
): Promise<EndpointRow> {
  const { organizationId, id } = endpoint
  const inserted = await tx
    .insertInto('webhookEndpoint')
    .values(endpoint)
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    insert into webhook_lane (organization_id, endpoint_id, read_through, read_at, after_event_id)
    select ${organizationId}, ${id},
           coalesce((select sequence from event_line where line = ${organizationId}), 0), now(),
           guildhall_event_id()`.execute(tx)
  return inserted
}

export type EndpointChanges = Partial<
  Pick<
    Insertable<WebhookEndpointTable>,
    | 'url'
    | 'name'
    | 'format'
    | 'events'
    | 'secretSealed'
    | 'previousSecretSealed'
    | 'previousSecretUntil'
    | 'isEnabled'
    | 'disabledReason'
  >
>

export const saveEndpoint = (
  tx: Transaction<Tables>,
  { organizationId, id }: EndpointKey,
  changes: EndpointChanges,
  now: Date,
): Promise<EndpointRow> =>
  tx
    .updateTable('webhookEndpoint')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteEndpoint(
  tx: Transaction<Tables>,
  { organizationId, id }: EndpointKey,
): Promise<void> {
  await tx
    .deleteFrom('webhookEndpoint')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
