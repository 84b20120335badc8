import type { Id } from '@guildhall/contract/primitives'
import type { Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { WebhookDeliveryTable } from '../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { EventRow } from '../../../platform/outbox/logged-events.ts'
import type { Lane, LaneKey } from './lanes.ts'

type Reads = Pick<Database, 'read'>

/** A logged event that is to be sent to an endpoint. */
export interface PendingEvent extends Omit<EventRow, 'organizationId'> {
  readonly organizationId: Id<'organization'>
  readonly loggedAt: Date
}

/** An event that was never sent to it. */
export interface NewPendingEvent extends PendingEvent {
  /** An earlier event of the same object still waits. */
  readonly isBehind: boolean
}

/** An event whose next attempt is due. */
export interface PendingRetry
  extends PendingEvent,
    Pick<Selectable<WebhookDeliveryTable>, 'attempts' | 'attemptsBefore' | 'attemptedAt'> {}

export interface NewEventsFound {
  readonly events: readonly NewPendingEvent[]
  /** The last sequence of the organization's log. */
  readonly head: number
  /** The time of the database. */
  readonly now: Date
}

/** One query scans so much of the log, however few of its events the endpoint wants. */
export const scannedMax = 1_000

const columns = `
  e.id, e.organization_id as "organizationId", e.sequence, e.customer_id as "customerId", e.name,
  e.object_type as "objectType", e.object_id as "objectId", e.object_version as "objectVersion",
  e.payload, e.recorded_at as "recordedAt", e.organization_time as "organizationTime",
  e.logged_at as "loggedAt"`

type NewEventRow = Pick<NewEventsFound, 'head' | 'now'> &
  (NewPendingEvent | { readonly sequence: null })

// A day is more than the clocks of dispatchers can differ.
const newEvents = namedStatement<NewEventRow>(
  'webhook_new_events',
  `select line.head, now() as now, e.*
     from (select coalesce((select sequence from event_line where line = $1), 0) as head) line
     left join lateral (
       select ${columns},
              exists (select from webhook_delivery d
                       where d.organization_id = $1 and d.endpoint_id = $2
                         and d.object_id = e.object_id and d.state = 'waiting') as "isBehind"
         from event_log e
        where e.organization_id = $1 and e.sequence > $3 and e.sequence <= $3 + ${scannedMax}
          and e.id > (select after_event_id from webhook_lane
                       where organization_id = $1 and endpoint_id = $2)
          and e.logged_at >= greatest($4::timestamptz - interval '1 day',
                                      $5::timestamptz - interval '90 days')
          and e.name = any ((select events from webhook_endpoint
                              where organization_id = $1 and id = $2)::text[])
        order by e.sequence limit $6) e on true
    order by e.sequence`,
)

interface EventQuery {
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/** The next events of the log that an endpoint wants. */
export async function findNewEvents(
  { read }: Reads,
  { organizationId, endpointId, readThrough, readAt }: Lane,
  { now, limit }: EventQuery,
): Promise<NewEventsFound> {
  const values = [organizationId, endpointId, readThrough, readAt, now, limit]
  const rows = await read(newEvents, values)
  return {
    events: rows.filter((row) => row.sequence !== null),
    head: rows[0]?.head ?? 0,
    now: rows[0]?.now ?? now,
  }
}

// Deliveries store the event's time in whole milliseconds.
const dueRetries = namedStatement<PendingRetry>(
  'webhook_due_retries',
  `select ${columns}, d.attempts, d.attempts_before as "attemptsBefore",
          d.attempted_at as "attemptedAt"
     from (select * from webhook_delivery
            where organization_id = $1 and endpoint_id = $2 and state = 'waiting'
              and next_attempt_at <= $3
            order by next_attempt_at, sequence limit $4) d
     join event_log e on e.organization_id = d.organization_id and e.sequence = d.sequence
                     and e.logged_at >= d.logged_at
                     and e.logged_at < d.logged_at + interval '1 millisecond'
    order by d.sequence`,
)

/** The events to retry at an endpoint, one of each object. */
export const findDueRetries = (
  { read }: Reads,
  { organizationId, endpointId }: LaneKey,
  { now, limit }: EventQuery,
): Promise<PendingRetry[]> => read(dueRetries, [organizationId, endpointId, now, limit])
