import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { deliveryId } from '../rules/delivery-id.ts'
import { firstDue, lockLanes } from './lane-standings.ts'
import type { LaneKey } from './lanes.ts'

type Tx = Transaction<Tables>

/** Everything that is said must be true of an event. */
export interface WantedAgain {
  readonly fromSequence?: number | null | undefined
  /** Belongs to them. */
  readonly throughSequence?: number | null | undefined
  /** Real time. */
  readonly loggedFrom?: Date | null | undefined
  /** Real time, and belongs to them no longer. */
  readonly loggedBefore?: Date | null | undefined
  readonly objectId?: string | null | undefined
  readonly names?: readonly string[] | null | undefined
  /** Only what was given up. */
  readonly isFailedOnly?: boolean | undefined
}

interface Asked {
  readonly wanted: WantedAgain
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/**
 * What an endpoint can be sent again, the first in the line first: whatever it asks for and has
 * left once, or was there before the endpoint. What hasn't left yet will, by itself.
 */
export async function findSendable(
  tx: Tx,
  { organizationId, endpointId }: LaneKey,
  { wanted, now, limit }: Asked,
): Promise<number[]> {
  const { fromSequence, throughSequence, loggedFrom, loggedBefore, objectId, names } = wanted
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
       and (not ${wanted.isFailedOnly === true}::boolean or exists (
             select from webhook_delivery d
              where d.organization_id = l.organization_id and d.endpoint_id = l.endpoint_id
                and d.sequence = e.sequence and d.logged_at = ${loggedAt}
                and d.state = 'failed'))
     order by e.sequence limit ${limit}`.execute(tx)
  return rows.map(({ sequence }) => sequence)
}

/** Of the event `e`, in whole milliseconds, as all that is noted of it has it. */
const loggedAt = sql`date_trunc('milliseconds', e.logged_at)`

/**
 * Has events sent again, under their ids and with the whole schedule before them: the first of
 * each object now, the others behind it. Locks the endpoint and its lane.
 */
export async function setWaiting(
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
       set ${waitingAnew(now)}`.execute(tx)
  await lineUp(tx, key, now)
}

/** Of a delivery `d`, with the whole schedule before it. */
const waitingAnew = (now: Date) => sql`
  state = 'waiting', attempts_before = d.attempts, next_attempt_at = null, modified_at = ${now}`

/** An endpoint fails since an attempt has ended, which began so much earlier at most. */
const attemptTime = sql`interval '1 minute'`

/**
 * Whatever was given up while an endpoint failed waits again, with the whole schedule before it,
 * and all that waits is due. For an endpoint that a member enables; its failures are forgotten.
 */
export async function wakeLane(tx: Tx, key: LaneKey, now: Date): Promise<void> {
  const [lane] = await lockLanes(tx, [key], null)
  if (lane === undefined) return
  const { organizationId, endpointId } = key
  await sql`
    update webhook_delivery d
       set ${waitingAnew(now)}
     where d.organization_id = ${organizationId} and d.endpoint_id = ${endpointId}
       and (d.state = 'waiting'
            or (d.state = 'failed'
                and d.attempted_at >= ${lane.failingSince}::timestamptz - ${attemptTime}))`.execute(
    tx,
  )
  await sql`
    update webhook_lane set failing_since = null, failed_events = 0, warned_at = null
     where organization_id = ${organizationId} and endpoint_id = ${endpointId}`.execute(tx)
  await lineUp(tx, key, now)
}

/** Of all that waits, the first of each object is due now, and the others stand behind it. */
async function lineUp(tx: Tx, { organizationId, endpointId }: LaneKey, now: Date): Promise<void> {
  await sql`
    update webhook_delivery d
       set next_attempt_at = case when w.place = 1 then ${now}::timestamptz end
      from (select sequence, logged_at,
                   row_number() over (partition by object_id order by sequence) as place
              from webhook_delivery
             where organization_id = ${organizationId} and endpoint_id = ${endpointId}
               and state = 'waiting') w
     where d.organization_id = ${organizationId} and d.endpoint_id = ${endpointId}
       and d.sequence = w.sequence and d.logged_at = w.logged_at
       and (w.place = 1) <> (d.next_attempt_at is not null)`.execute(tx)
  await sql`
    update webhook_lane l set due_at = ${firstDue}
     where l.organization_id = ${organizationId} and l.endpoint_id = ${endpointId}`.execute(tx)
}
