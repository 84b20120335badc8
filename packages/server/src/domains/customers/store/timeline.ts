import type { Id } from '@guildhall/contract/primitives'
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

interface TimelinePage {
  /** The names of the events. */
  readonly names: readonly string[]
  readonly limit: number
  /** The last id of the page before. */
  readonly cursor: string | undefined
}

/**
 * The events of a customer, the newest first. Recent events are still in the outbox. They move to
 * the log in one transaction and keep their ids, so a single statement sees each event once.
 */
export async function listTimeline(
  db: Kysely<Tables>,
  { organizationId, id }: CustomerKey,
  { names, limit, cursor }: TimelinePage,
): Promise<TimelineRow[]> {
  const older = cursor === undefined ? sql`true` : sql`id < ${cursor}::bigint`
  const matching = sql`
    where organization_id = ${organizationId} and customer_id = ${id}
      and name = any(${names}::text[]) and ${older}
    order by id desc limit ${limit}`
  const { rows } = await sql<TimelineRow>`
    (select ${columns} from event_log ${matching})
     union all
    (select ${columns} from outbox ${matching})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

const columns = sql`
  id, name, object_type as "objectType", object_id as "objectId",
  object_version as "objectVersion", payload, organization_time as "organizationTime",
  actor_type as "actorType", actor_id as "actorId"`

export interface ActivityRow extends TimelineRow {
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
}

interface ActivityQuery {
  readonly organizationId: Id<'organization'>
  /** The names of the events. */
  readonly names: readonly string[]
  /** Real time of the log; older partitions aren’t read. */
  readonly since: Date
  readonly limit: number
}

/** Between two events of these names there may be any number of others. */
const scannedMax = 1000

/** The latest events of all customers, the newest first. */
export async function listActivity(
  db: Kysely<Tables>,
  { organizationId, names, since, limit }: ActivityQuery,
): Promise<ActivityRow[]> {
  const shown = sql`name = any(${names}::text[]) and customer_id is not null`
  const { rows } = await sql<ActivityRow>`
    with recent as (
      (select * from (
         select ${columns}, customer_id from event_log
          where organization_id = ${organizationId} and logged_at >= ${since}
          order by sequence desc
          limit ${scannedMax}) logged
        where ${shown}
        limit ${limit})
       union all
      (select ${columns}, customer_id from outbox
        where organization_id = ${organizationId} and ${shown}
        order by id desc
        limit ${limit}))
    select r.*, c.name as "customerName", c.email as "customerEmail"
      from recent r
      join customer c on c.organization_id = ${organizationId} and c.id = r.customer_id
     order by r.id desc
     limit ${limit}`.execute(db)
  return rows
}

type Version = Pick<TimelineRow, 'objectId' | 'objectVersion' | 'payload'>

/** The objects as they were before these events. */
export async function listPreviousVersions(
  db: Kysely<Tables>,
  organizationId: CustomerKey['organizationId'],
  events: readonly TimelineRow[],
): Promise<Version[]> {
  if (events.length === 0) return []
  const types = events.map(({ objectType }) => objectType)
  const ids = events.map(({ objectId }) => objectId)
  const versions = events.map(({ objectVersion }) => objectVersion - 1)
  const previous = sql`
    where organization_id = ${organizationId} and object_id = any(${ids}::text[])
      and (object_type, object_id, object_version) in
          (select * from unnest(${types}::text[], ${ids}::text[], ${versions}::bigint[]))`
  const { rows } = await sql<Version>`
    select object_id as "objectId", object_version as "objectVersion", payload
      from event_log ${previous}
     union all
    select object_id, object_version, payload from outbox ${previous}`.execute(db)
  return rows
}
