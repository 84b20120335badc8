import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { deliveryId } from '../rules/webhook-ids.ts'
import { firstDue, lockLanes } from './lane-state.ts'
import type { LaneKey } from './lanes.ts'

type Tx = Transaction<Tables>

/** An event matches when every given condition is true. */
export interface ReplayFilter {
  readonly fromSequence?: number | null | undefined
  /** Inclusive. */
  readonly throughSequence?: number | null | undefined
  /** Real time. */
  readonly loggedFrom?: Date | null | undefined
  /** Real time, exclusive. */
  readonly loggedBefore?: Date | null | undefined
  readonly objectId?: string | null | undefined
  readonly names?: readonly string[] | null | undefined
  /** Only deliveries that have failed for good. */
  readonly isFailedOnly?: boolean | undefined
}

interface ReplayQuery {
  readonly filter: ReplayFilter
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/**
 * Sequences of events that an endpoint can get again, in order: events of its types that were sent
 * before, or that happened before it existed. New events will be sent anyway.
 */
export async function findReplayable(
  tx: Tx,
  { organizationId, endpointId }: LaneKey,
  { filter, now, limit }: ReplayQuery,
): Promise<number[]> {
  const { fromSequence, throughSequence, loggedFrom, loggedBefore, objectId, names } = filter
  const { rows } = await sql<{ sequence: number }>`
    select e.sequence
      from webhook_lane l
      join webhook_endpoint n on n.organization_id = l.organization_id and n.id = l.endpoint_id
      join event_log e on e.organization_id = l.organization_id and e.sequence <= l.read_through
                      and e.name = any(n.events)
     where l.organization_id = ${organizationId} and l.endpoint_id = ${endpointId}
       and e.logged_at >= (select webhook_kept_since(${now}))
       and e.sequence >= coalesce(${fromSequence ?? null}::bigint, 0)
       and e.sequence <= coalesce(${throughSequence ?? null}::bigint, l.read_through)
       and e.logged_at >= coalesce(${loggedFrom ?? null}::timestamptz, '-infinity')
       and e.logged_at < coalesce(${loggedBefore ?? null}::timestamptz, 'infinity')
       and e.object_id = coalesce(${objectId ?? null}::text, e.object_id)
       and e.name = any(coalesce(${names ?? null}::text[], n.events))
       and (not ${filter.isFailedOnly === true}::boolean or exists (
             select from webhook_delivery d
              where d.organization_id = l.organization_id and d.endpoint_id = l.endpoint_id
                and d.sequence = e.sequence and d.logged_at = ${loggedAt}
                and d.state = 'failed'))
     order by e.sequence limit ${limit}`.execute(tx)
  return rows.map(({ sequence }) => sequence)
}

/** Of the event `e`, in whole milliseconds, as deliveries store it. */
const loggedAt = sql`date_trunc('milliseconds', e.logged_at)`

/**
 * Sends events again, under the same ids and with a restarted schedule: the first of each object
 * now, the others behind it. Locks the endpoint and its lane.
 */
export async function requeueDeliveries(
  tx: Tx,
  key: LaneKey,
  sequences: readonly number[],
  now: Date,
): Promise<void> {
  await lockLanes(tx, [key], null)
  const { organizationId, endpointId } = key
  const rows = sequences.map((sequence) => ({ sequence, id: deliveryId(endpointId, sequence) }))
  await sql`
    insert into webhook_delivery as d
      (organization_id, endpoint_id, sequence, logged_at, id, name, object_type, object_id,
       object_version, customer_id, state, attempts, created_at)
    select e.organization_id, ${endpointId}, e.sequence, ${loggedAt}, r.id, e.name, e.object_type,
           e.object_id, e.object_version, e.customer_id, 'waiting', 0, ${now}
      from jsonb_to_recordset(${jsonRows(rows)}::jsonb) as r (sequence bigint, id uuid)
      join event_log e on e.organization_id = ${organizationId} and e.sequence = r.sequence
    on conflict (organization_id, endpoint_id, sequence, logged_at) do update
       set ${restarted(now)}`.execute(tx)
  await scheduleFirstOfEachObject(tx, key, now)
}

/** Restarts the schedule of the delivery `d`. */
const restarted = (now: Date) => sql`
  state = 'waiting', attempts_before = d.attempts, next_attempt_at = null, modified_at = ${now}`

/** An upper bound of how long an attempt takes; `failing_since` is known only at its end. */
const attemptTime = sql`interval '1 minute'`

/**
 * For an endpoint that a member enables: deliveries that failed for good during its failure wait
 * again with a restarted schedule, everything that waits is due, and its failures are reset.
 */
export async function resumeLane(tx: Tx, key: LaneKey, now: Date): Promise<void> {
  const [lane] = await lockLanes(tx, [key], null)
  if (lane === undefined) return
  const { organizationId, endpointId } = key
  await sql`
    update webhook_delivery d
       set ${restarted(now)}
     where d.organization_id = ${organizationId} and d.endpoint_id = ${endpointId}
       and (d.state = 'waiting'
            or (d.state = 'failed'
                and d.attempted_at >= ${lane.failingSince}::timestamptz - ${attemptTime}))`.execute(
    tx,
  )
  await sql`
    update webhook_lane set failing_since = null, failed_events = 0, warned_at = null
     where organization_id = ${organizationId} and endpoint_id = ${endpointId}`.execute(tx)
  await scheduleFirstOfEachObject(tx, key, now)
}

/** The first waiting delivery of each object is due now, the others wait behind it. */
async function scheduleFirstOfEachObject(
  tx: Tx,
  { organizationId, endpointId }: LaneKey,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_delivery d
       set next_attempt_at = case when w.position = 1 then ${now}::timestamptz end
      from (select sequence, logged_at,
                   row_number() over (partition by object_id order by sequence) as position
              from webhook_delivery
             where organization_id = ${organizationId} and endpoint_id = ${endpointId}
               and state = 'waiting') w
     where d.organization_id = ${organizationId} and d.endpoint_id = ${endpointId}
       and d.sequence = w.sequence and d.logged_at = w.logged_at
       and (w.position = 1) <> (d.next_attempt_at is not null)`.execute(tx)
  await sql`
    update webhook_lane l set due_at = ${firstDue}
     where l.organization_id = ${organizationId} and l.endpoint_id = ${endpointId}`.execute(tx)
}
