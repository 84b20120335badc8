import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import type { JsonObject } from '../database/json.ts'

interface EventObject {
  readonly type: string
  readonly id: string
}

/** How an event keeps its object's type and id as one key. */
export const objectKey = ({ type, id }: EventObject): string => `${type} ${id}`

/** The outbox has no index of objects, which each of its events would pay for. */
const waitingMax = 10_000

/**
 * The objects as of their latest events, which include all that is committed. Without those in the
 * log while more events wait than are searched, because one of these may be later.
 */
export async function findEarlierStates(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  objects: readonly EventObject[],
): Promise<ReadonlyMap<string, JsonObject>> {
  if (objects.length === 0) return new Map()
  const { rows } = await sql<EventObject & { payload: JsonObject }>`
    with waiting as materialized (
      select id, organization_id, object_type, object_id, payload from outbox
       order by id desc limit ${waitingMax})
    select o.type, o.id, e.payload
      from unnest(${objects.map(({ type }) => type)}::text[],
                  ${objects.map(({ id }) => id)}::text[]) as o (type, id)
     cross join lateral (
       select payload from (
         (select payload, 0 as place, w.id as number from waiting w
           where w.organization_id = ${organizationId} and w.object_id = o.id
             and w.object_type = o.type
           order by w.id desc limit 1)
         union all
         (select payload, 1, l.sequence from event_log l
           where l.organization_id = ${organizationId} and l.object_id = o.id
             and l.object_type = o.type
             and (select count(*) from waiting) < ${waitingMax}
           order by l.sequence desc limit 1)) as found
        order by place limit 1) as e`.execute(db)
  return new Map(rows.map(({ payload, ...object }) => [objectKey(object), payload]))
}
