import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listWebhookMessages as contract } from '@guildhall/contract/webhooks/messages'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables, WebhookDeliveryTable } from '../../../platform/database/db-types.gen.ts'

export type MessageRow = Selectable<WebhookDeliveryTable>

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** The messages after the last one of a page. */
const isAfter = (cursor: string) => {
  const [sequence = '', endpointId = ''] = cursor.split('_')
  return sql<boolean>`(d.sequence, d.endpoint_id) < (${sequence}::bigint, ${endpointId}::uuid)`
}

export const cursorOf = ({ sequence, endpointId }: MessageRow): string =>
  `${sequence}_${endpointId}`

/**
 * The messages of an organization, newest first. The index finds the newest of each endpoint, and
 * the newest of those are returned.
 */
export function listMessages(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Filters,
): Promise<MessageRow[]> {
  const { endpointId, limit } = filters
  return db
    .selectFrom('webhookEndpoint as e')
    .innerJoinLateral(
      () => newestOf(db, filters).as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .where('e.organizationId', '=', organizationId)
    .$if(endpointId !== undefined, (of) => of.where('e.id', 'in', endpointId ?? []))
    .orderBy('found.sequence', 'desc')
    .orderBy('found.endpointId', 'desc')
    .limit(limit)
    .execute()
}

function newestOf(db: Kysely<Tables>, filters: Filters) {
  const { state, type, httpCode, objectId, createdAfter, createdBefore, cursor, limit } = filters
  return db
    .selectFrom('webhookDelivery as d')
    .selectAll('d')
    .where(sql<boolean>`d.organization_id = e.organization_id and d.endpoint_id = e.id`)
    .$if(state !== undefined, (of) => of.where('d.state', 'in', state ?? []))
    .$if(type !== undefined, (of) => of.where('d.name', 'in', type ?? []))
    .$if(httpCode !== undefined, (of) => of.where('d.lastCode', 'in', httpCode ?? []))
    .$if(objectId !== undefined, (of) => of.where('d.objectId', 'in', objectId ?? []))
    .where((one) =>
      one.and([
        ...(createdAfter ? [one('d.createdAt', '>=', createdAfter)] : []),
        ...(createdBefore ? [one('d.createdAt', '<', createdBefore)] : []),
        ...(cursor === undefined ? [] : [isAfter(cursor)]),
      ]),
    )
    .orderBy('d.sequence', 'desc')
    .limit(limit)
}

/** In any of these organizations; messages of deleted endpoints are not found. */
export const findMessageIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'webhookDelivery'>,
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhookEndpoint as e', (join) =>
      join.onRef('e.organizationId', '=', 'd.organizationId').onRef('e.id', '=', 'd.endpointId'),
    )
    .selectAll('d')
    .where('d.organizationId', 'in', organizationIds)
    .where('d.id', '=', id)
    .executeTakeFirst()

/** The messages of an organization with these ids. */
export const findMessagesOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'webhookDelivery'>[],
): Promise<MessageRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('webhookDelivery')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
