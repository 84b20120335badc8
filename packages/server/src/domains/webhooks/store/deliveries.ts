import { type Selectable, sql, type Transaction } from 'kysely'
import type {
  Tables,
  WebhookAttemptTable,
  WebhookDeliveryTable,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { LaneKey } from './lanes.ts'

/** A delivery as it is stored. */
export interface DeliveryState
  extends Omit<
    Selectable<WebhookDeliveryTable>,
    'attemptsBefore' | 'createdAt' | 'modifiedAt' | 'state'
  > {
  readonly state: 'delivered' | 'waiting' | 'failed' | 'skipped'
}

export type AttemptRecord = Selectable<WebhookAttemptTable>

/** Inserts or updates; a schedule that was restarted continues. */
export async function saveDeliveries(
  tx: Transaction<Tables>,
  deliveries: readonly DeliveryState[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into webhook_delivery as d
      (organization_id, endpoint_id, sequence, logged_at, id, name, object_type, object_id,
       object_version, customer_id, state, attempts, attempted_at, next_attempt_at, last_code,
       created_at)
    select organization_id, endpoint_id, sequence, logged_at, id, name, object_type, object_id,
           object_version, customer_id, state, attempts, attempted_at, next_attempt_at, last_code,
           ${now}
      from jsonb_populate_recordset(null::webhook_delivery, ${jsonRows(deliveries.map((delivery) => ({ ...delivery })))}::jsonb)
    on conflict (organization_id, endpoint_id, sequence, logged_at) do update
       set state = excluded.state, attempts = excluded.attempts,
           attempted_at = excluded.attempted_at, next_attempt_at = excluded.next_attempt_at,
           last_code = excluded.last_code, modified_at = ${now}`.execute(tx)
}

export async function saveAttempts(
  tx: Transaction<Tables>,
  attempts: readonly AttemptRecord[],
): Promise<void> {
  if (attempts.length === 0) return
  await sql`
    insert into webhook_attempt
      (organization_id, id, attempted_at, endpoint_id, delivery_id, sequence, duration_ms,
       http_code, succeeded, error, response_head)
    select organization_id, id, attempted_at, endpoint_id, delivery_id, sequence, duration_ms,
           http_code, succeeded, error, response_head
      from jsonb_populate_recordset(null::webhook_attempt, ${jsonRows(attempts.map((attempt) => ({ ...attempt })))}::jsonb)
  `.execute(tx)
}

/** An object with waiting deliveries at an endpoint. */
export interface WaitingObject extends LaneKey {
  readonly objectId: string
}

/** Makes the first waiting delivery of each object due, unless it already has a time. */
export async function scheduleFirstWaiting(
  tx: Transaction<Tables>,
  objects: readonly WaitingObject[],
  now: Date,
): Promise<void> {
  if (objects.length === 0) return
  const rows = objects.map(({ organizationId, endpointId, objectId }) => ({
    organizationId,
    endpointId,
    objectId,
  }))
  await sql`
    update webhook_delivery d set next_attempt_at = ${now}
      from (select distinct * from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
              as o (organization_id uuid, endpoint_id uuid, object_id text)) o
     cross join lateral (
       select w.sequence, w.logged_at from webhook_delivery w
        where w.organization_id = o.organization_id and w.endpoint_id = o.endpoint_id
          and w.object_id = o.object_id and w.state = 'waiting'
        order by w.sequence limit 1) first
     where d.organization_id = o.organization_id and d.endpoint_id = o.endpoint_id
       and d.sequence = first.sequence and d.logged_at = first.logged_at
       and d.next_attempt_at is null`.execute(tx)
}

/** Makes every scheduled delivery to an endpoint due. */
export async function scheduleAllWaiting(
  tx: Transaction<Tables>,
  { organizationId, endpointId }: LaneKey,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhookDelivery')
    .set({ nextAttemptAt: now })
    .where('organizationId', '=', organizationId)
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', now)
    .execute()
}
