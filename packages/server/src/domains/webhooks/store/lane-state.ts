import { type Selectable, sql, type Transaction } from 'kysely'
import type {
  Tables,
  WebhookEndpointTable,
  WebhookLaneTable,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { enablementAfter, type SuspensionChange } from '../rules/endpoint-suspension.ts'
import type { Holder, LaneKey, LanePosition } from './lanes.ts'

type LaneFields = Pick<
  Selectable<WebhookLaneTable>,
  'failingSince' | 'failedEvents' | 'warnedAt' | 'lastSuccessAt' | 'lastFailureAt' | 'lastCode'
>

type EndpointFields = Pick<
  Selectable<WebhookEndpointTable>,
  'url' | 'name' | 'version' | 'isEnabled' | 'disabledReason'
>

/** A locked lane with its endpoint. */
export interface LockedLane extends LaneKey, LanePosition, LaneFields, EndpointFields {}

/**
 * Locks endpoints before lanes, as everywhere. With a holder, only lanes that it still leases are
 * returned.
 */
export async function lockLanes(
  tx: Transaction<Tables>,
  keys: readonly LaneKey[],
  holder: Holder | null,
): Promise<LockedLane[]> {
  const rows = keys.map(({ organizationId, endpointId }) => ({ organizationId, endpointId }))
  const { rows: lanes } = await sql<LockedLane>`
    select l.organization_id, l.endpoint_id, l.read_through, l.read_at, l.failing_since,
           l.failed_events, l.warned_at, l.last_success_at, l.last_failure_at, l.last_code,
           e.url, e.name, e.version, e.is_enabled, e.disabled_reason
      from webhook_endpoint e
      join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id
      join jsonb_to_recordset(${jsonRows(rows)}::jsonb)
             as k (organization_id uuid, endpoint_id uuid)
        on k.organization_id = e.organization_id and k.endpoint_id = e.id
     where ${holder}::uuid is null or l.holder = ${holder}
     order by e.organization_id, e.id
       for no key update of e, l`.execute(tx)
  return lanes
}

export interface LaneState extends LaneKey, LanePosition, LaneFields {
  /** Whether the time of the next retry may have changed. */
  readonly isDueChanged: boolean
}

/** Must run after the deliveries are saved, because `due_at` is computed from them. */
export async function saveLanes(
  tx: Transaction<Tables>,
  lanes: readonly LaneState[],
): Promise<void> {
  const rows = lanes.map((lane) => ({ ...lane }))
  await sql`
    update webhook_lane l
       set read_through = k.read_through, read_at = k.read_at,
           failing_since = k.failing_since, failed_events = k.failed_events,
           warned_at = k.warned_at, last_success_at = k.last_success_at,
           last_failure_at = k.last_failure_at, last_code = k.last_code,
           due_at = case when k.is_due_changed then ${firstDue} else l.due_at end
      from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
        as k (organization_id uuid, endpoint_id uuid, read_through bigint, read_at timestamptz,
              failing_since timestamptz, failed_events integer, warned_at timestamptz,
              last_success_at timestamptz, last_failure_at timestamptz, last_code integer,
              is_due_changed boolean)
     where l.organization_id = k.organization_id and l.endpoint_id = k.endpoint_id`.execute(tx)
}

/** The next retry of the lane `l`. */
export const firstDue = sql`
  (select min(d.next_attempt_at) from webhook_delivery d
    where d.organization_id = l.organization_id and d.endpoint_id = l.endpoint_id
      and d.state = 'waiting' and d.next_attempt_at is not null)`

/** Suspends or resumes an endpoint, unless a member has switched it meanwhile. */
export async function saveSuspension(
  tx: Transaction<Tables>,
  { organizationId, endpointId }: LaneKey,
  change: SuspensionChange,
  now: Date,
): Promise<void> {
  const isResumed = change === 'resumed'
  await tx
    .updateTable('webhookEndpoint')
    .set({
      ...enablementAfter[change],
      modifiedAt: now,
      version: sql`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', endpointId)
    .where('isEnabled', '=', !isResumed)
    .where('disabledReason', isResumed ? '=' : 'is', isResumed ? 'failing' : null)
    .execute()
}
