import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { namedStatement } from '../../../platform/database/reader.ts'

/** An endpoint has one lane. */
export interface LaneKey {
  readonly organizationId: Id<'organization'>
  readonly endpointId: Id<'webhookEndpoint'>
}

/** A process that delivers, from its start to its end. */
export type Holder = Id<'deliverer'>

/** How far a lane has come. */
export interface LanePlace {
  readonly readThrough: number
  readonly readAt: Date
}

export interface Lane extends LaneKey, LanePlace {}

/** Whoever hasn't said for so long that it's there is dead, and its lanes are anybody's. */
export const leaseSeconds = 15

/** A lane in which something is to be sent. */
export interface LaneAhead extends LaneKey {
  /** Events that have not left yet. */
  readonly isNewsAhead: boolean
  /** Events that are due again. */
  readonly isDue: boolean
}

const lanesAhead = namedStatement<LaneAhead>(
  'webhook_lanes_ahead',
  `select * from (
     select l.organization_id as "organizationId", l.endpoint_id as "endpointId",
            e.is_enabled and n.sequence > l.read_through and l.endpoint_id <> all($2::uuid[])
              as "isNewsAhead",
            e.disabled_reason is distinct from 'member' and l.due_at <= $4
              and l.endpoint_id <> all($3::uuid[]) as "isDue"
       from webhook_lane l
       join webhook_endpoint e on e.organization_id = l.organization_id and e.id = l.endpoint_id
       left join event_line n on n.line = l.organization_id
      where l.holder is null or l.holder = $1 or l.held_until < clock_timestamp()) ahead
    where "isNewsAhead" or "isDue"
    limit $5`,
)

interface Looking {
  readonly holder: Holder
  /** Where news is being sent already, and where what is due. */
  readonly busyWithNews: readonly Id<'webhookEndpoint'>[]
  readonly busyWithDue: readonly Id<'webhookEndpoint'>[]
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/** Lanes with something to send that no other process has. */
export const findLanesAhead = (
  { read }: Pick<Database, 'read'>,
  { holder, busyWithNews, busyWithDue, now, limit }: Looking,
): Promise<LaneAhead[]> => read(lanesAhead, [holder, busyWithNews, busyWithDue, now, limit])

/** Those of them that nobody has taken meanwhile. */
export async function takeLanes(
  db: Kysely<Tables>,
  holder: Holder,
  keys: readonly LaneKey[],
): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    update webhook_lane l set holder = ${holder}, held_until = ${leaseEnd}
      from (select l.organization_id, l.endpoint_id
              from webhook_lane l join ${rowsOf(keys)} using (organization_id, endpoint_id)
             where l.holder is null or l.holder = ${holder} or l.held_until < clock_timestamp()
               for no key update of l skip locked) mine
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id
    returning l.organization_id, l.endpoint_id, l.read_through, l.read_at`.execute(db)
  return rows
}

/** Answers those that are still this process’s. */
export async function keepLanes(
  db: Kysely<Tables>,
  holder: Holder,
  keys: readonly LaneKey[],
): Promise<Id<'webhookEndpoint'>[]> {
  const { rows } = await sql<Pick<LaneKey, 'endpointId'>>`
    update webhook_lane l set held_until = ${leaseEnd} from ${inTheirOrder(keys, holder)}
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id
    returning l.endpoint_id`.execute(db)
  return rows.map(({ endpointId }) => endpointId)
}

export async function leaveLanes(
  db: Kysely<Tables>,
  holder: Holder,
  keys: readonly LaneKey[],
): Promise<void> {
  await sql`
    update webhook_lane l set holder = null, held_until = null from ${inTheirOrder(keys, holder)}
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id`.execute(
    db,
  )
}

/** Whoever locks several lanes does so in this order, so that nobody waits in a circle. */
const inTheirOrder = (keys: readonly LaneKey[], holder: Holder) => sql`
  (select l.organization_id, l.endpoint_id
     from webhook_lane l join ${rowsOf(keys)} using (organization_id, endpoint_id)
    where l.holder = ${holder}
    order by l.organization_id, l.endpoint_id
      for no key update of l) mine`

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

const rowsOf = (keys: readonly LaneKey[]) => sql`
  jsonb_to_recordset(${jsonRows(keys.map(keyOf))}::jsonb)
    as k (organization_id uuid, endpoint_id uuid)`

const keyOf = ({ organizationId, endpointId }: LaneKey) => ({ organizationId, endpointId })
