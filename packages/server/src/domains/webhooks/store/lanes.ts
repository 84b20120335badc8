import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import { isDead } from '../../../platform/life-lock.ts'

/** Each endpoint has one lane: its position in the event log, and who sends to it. */
export interface LaneKey {
  readonly organizationId: Id<'organization'>
  readonly endpointId: Id<'webhookEndpoint'>
}

/** A process that delivers. */
export type Holder = Id<'deliverer'>

/** The last event that was read. */
export interface LanePosition {
  readonly readThrough: number
  readonly readAt: Date
}

export interface Lane extends LaneKey, LanePosition {}

/**
 * A process that has not renewed for so long is dead, and any other may take its lanes. Where it
 * shows that it lives, they are free as soon as it doesn't.
 */
export const leaseSeconds = 15

/** A lane with something to send. */
export interface LaneWithWork extends LaneKey {
  /** Events that have never been sent. */
  readonly hasNewEvents: boolean
  /** Deliveries whose next attempt is due. */
  readonly hasDueRetries: boolean
}

const lanesWithWork = namedStatement<LaneWithWork>(
  'webhook_lanes_with_work',
  `select * from (
     select l.organization_id as "organizationId", l.endpoint_id as "endpointId",
            e.is_enabled and n.sequence > l.read_through and l.endpoint_id <> all($2::uuid[])
              as "hasNewEvents",
            e.disabled_reason is distinct from 'member' and l.due_at <= $4
              and l.endpoint_id <> all($3::uuid[]) as "hasDueRetries"
       from webhook_lane l
       join webhook_endpoint e on e.organization_id = l.organization_id and e.id = l.endpoint_id
       left join event_line n on n.line = l.organization_id
      where l.holder is null or l.holder = $1 or l.held_until < clock_timestamp()) ahead
    where "hasNewEvents" or "hasDueRetries"
    limit $5`,
)

interface WorkQuery {
  readonly holder: Holder
  /** Endpoints that are already served, with new events and with retries. */
  readonly sendingNew: readonly Id<'webhookEndpoint'>[]
  readonly retrying: readonly Id<'webhookEndpoint'>[]
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/** Lanes with something to send that no other process leases. */
export const findLanesWithWork = (
  { read }: Pick<Database, 'read'>,
  { holder, sendingNew, retrying, now, limit }: WorkQuery,
): Promise<LaneWithWork[]> => read(lanesWithWork, [holder, sendingNew, retrying, now, limit])

export interface Lease {
  readonly holder: Holder
  /** Whether the holder has a life lock under its id. */
  readonly showsLife: boolean
}

/** Returns those that no other process has taken meanwhile. */
export async function leaseLanes(
  db: Kysely<Tables>,
  { holder, showsLife }: Lease,
  keys: readonly LaneKey[],
): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    update webhook_lane l
       set holder = ${holder}, held_until = ${leaseEnd}, holder_shows_life = ${showsLife}
      from (select l.organization_id, l.endpoint_id
              from webhook_lane l join ${rowsOf(keys)} using (organization_id, endpoint_id)
             where l.holder is null or l.holder = ${holder} or l.held_until < statement_timestamp()
               for no key update of l skip locked) mine
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id
    returning l.organization_id, l.endpoint_id, l.read_through, l.read_at`.execute(db)
  return rows
}

/** Returns those that this process still leases. */
export async function renewLeases(
  db: Kysely<Tables>,
  { holder, showsLife }: Lease,
  keys: readonly LaneKey[],
): Promise<Id<'webhookEndpoint'>[]> {
  const { rows } = await sql<Pick<LaneKey, 'endpointId'>>`
    update webhook_lane l
       set held_until = ${leaseEnd}, holder_shows_life = ${showsLife}
      from ${lockedInOrder(keys, holder)}
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id
    returning l.endpoint_id`.execute(db)
  return rows.map(({ endpointId }) => endpointId)
}

export async function releaseLanes(
  db: Kysely<Tables>,
  holder: Holder,
  keys: readonly LaneKey[],
): Promise<void> {
  await sql`
    update webhook_lane l set holder = null, held_until = null from ${lockedInOrder(keys, holder)}
     where l.organization_id = mine.organization_id and l.endpoint_id = mine.endpoint_id`.execute(
    db,
  )
}

/** Frees the lanes of other processes that showed that they lived and don't any more. */
export async function freeLanesOfDead(db: Kysely<Tables>, holder: Holder): Promise<void> {
  await sql`
    with other as materialized (
      select distinct holder from webhook_lane
       where holder <> ${holder} and holder_shows_life
    ), dead as materialized (
      select holder from other where ${sql.raw(isDead(`'${lifePrefix}' || holder`))}
    )
    update webhook_lane l set holder = null, held_until = null from dead
     where l.holder = dead.holder and l.holder_shows_life`.execute(db)
}

const lifePrefix = 'deliverer.'

/** The name of a holder's life lock. */
export const lifeNameOf = (holder: Holder): string => lifePrefix + holder

/** Several lanes are always locked in this order, which prevents deadlocks. */
const lockedInOrder = (keys: readonly LaneKey[], holder: Holder) => sql`
  (select l.organization_id, l.endpoint_id
     from webhook_lane l join ${rowsOf(keys)} using (organization_id, endpoint_id)
    where l.holder = ${holder}
    order by l.organization_id, l.endpoint_id
      for no key update of l) mine`

const leaseEnd = sql`statement_timestamp() + make_interval(secs => ${leaseSeconds})`

const rowsOf = (keys: readonly LaneKey[]) => sql`
  jsonb_to_recordset(${jsonRows(keys.map(keyOf))}::jsonb)
    as k (organization_id uuid, endpoint_id uuid)`

const keyOf = ({ organizationId, endpointId }: LaneKey) => ({ organizationId, endpointId })
