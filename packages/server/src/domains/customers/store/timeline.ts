import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CustomerKey } from './customers.ts'

export interface TimelineRow {
  readonly id: number
  readonly name: string
  readonly objectType: string
  readonly objectId: string
  readonly objectVersion: number
  readonly payload: unknown
  readonly organizationTime: Date
  readonly actorType: string | null
  readonly actorId: string | null
}

interface TimelineWanted {
  /** The names of the events. */
  readonly names: readonly string[]
  readonly limit: number
  /** The last id of the page before. */
  readonly cursor: string | undefined
}

/**
 * What happened to a customer, the newest first. What has just happened stands in the outbox yet;
 * moving it is one transaction, so that one statement sees every event once. Ids are given in the
 * order of changes, and stay on the way to the log.
 */
export async function listTimeline(
  db: Kysely<Tables>,
  { organizationId, id }: CustomerKey,
  { names, limit, cursor }: TimelineWanted,
): Promise<TimelineRow[]> {
  const older = cursor === undefined ? sql`true` : sql`id < ${cursor}::bigint`
  const theirs = sql`
    where organization_id = ${organizationId} and customer_id = ${id}
      and name = any(${names}::text[]) and ${older}
    order by id desc limit ${limit}`
  const { rows } = await sql<TimelineRow>`
    (select ${columns} from event_log ${theirs})
     union all
    (select ${columns} from outbox ${theirs})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

const columns = sql`
  id, name, object_type as "objectType", object_id as "objectId",
  object_version as "objectVersion", payload, organization_time as "organizationTime",
  actor_type as "actorType", actor_id as "actorId"`

type Version = Pick<TimelineRow, 'objectId' | 'objectVersion' | 'payload'>

/** The objects as they were right before these events. */
export async function listVersionsBefore(
  db: Kysely<Tables>,
  organizationId: CustomerKey['organizationId'],
  events: readonly TimelineRow[],
): Promise<Version[]> {
  if (events.length === 0) return []
  const types = events.map(({ objectType }) => objectType)
  const ids = events.map(({ objectId }) => objectId)
  const versions = events.map(({ objectVersion }) => objectVersion - 1)
  const wanted = sql`
    where organization_id = ${organizationId} and object_id = any(${ids}::text[])
      and (object_type, object_id, object_version) in
          (select * from unnest(${types}::text[], ${ids}::text[], ${versions}::bigint[]))`
  const { rows } = await sql<Version>`
    select object_id as "objectId", object_version as "objectVersion", payload
      from event_log ${wanted}
     union all
    select object_id, object_version, payload from outbox ${wanted}`.execute(db)
  return rows
}
