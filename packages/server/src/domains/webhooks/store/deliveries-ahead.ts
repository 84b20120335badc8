import type { Id } from '@guildhall/contract/primitives'
import type { Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { WebhookDeliveryTable } from '../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { EventRow } from '../../../platform/outbox/logged-events.ts'
import type { Lane, LaneKey } from './lanes.ts'

type Reading = Pick<Database, 'read'>

/** An event that an endpoint asks for, as the log has it. */
export interface EventAhead extends Omit<EventRow, 'organizationId'> {
  readonly organizationId: Id<'organization'>
  readonly loggedAt: Date
}

/** One that has not left yet. */
export interface NewEventAhead extends EventAhead {
  /** An earlier event of the same object is still on its way. */
  readonly isBehind: boolean
}

/** One that is due again. */
export interface DueEvent
  extends EventAhead,
    Pick<Selectable<WebhookDeliveryTable>, 'attempts' | 'attemptsBefore' | 'attemptedAt'> {}

export interface NewsAhead {
  readonly events: readonly NewEventAhead[]
  /** Where the line of the organization ends. */
  readonly head: number
  /** By the clock of the database. */
  readonly now: Date
}

/** So much of the line is looked through in one go, whatever of it the endpoint asks for. */
export const placesMax = 1_000

const columns = `
  e.id, e.organization_id as "organizationId", e.sequence, e.customer_id as "customerId", e.name,
  e.object_type as "objectType", e.object_id as "objectId", e.object_version as "objectVersion",
  e.payload, e.recorded_at as "recordedAt", e.organization_time as "organizationTime",
  e.logged_at as "loggedAt"`

type NewsRow = Pick<NewsAhead, 'head' | 'now'> & (NewEventAhead | { readonly sequence: null })

// A day is more than dispatchers can be apart in what time it is.
const newsAhead = namedStatement<NewsRow>(
  'webhook_news_ahead',
  `select line.head, now() as now, e.*
     from (select coalesce((select sequence from event_line where line = $1), 0) as head) line
     left join lateral (
       select ${columns},
              exists (select from webhook_delivery d
                       where d.organization_id = $1 and d.endpoint_id = $2
                         and d.object_id = e.object_id and d.state = 'waiting') as "isBehind"
         from event_log e
        where e.organization_id = $1 and e.sequence > $3 and e.sequence <= $3 + ${placesMax}
          and e.logged_at >= greatest($4::timestamptz - interval '1 day',
                                      $5::timestamptz - interval '90 days')
          and e.name = any ((select events from webhook_endpoint
                              where organization_id = $1 and id = $2)::text[])
        order by e.sequence limit $6) e on true
    order by e.sequence`,
)

interface NewsWanted {
  /** Real time. */
  readonly now: Date
  readonly limit: number
}

/** What an endpoint asks for of what comes next in the line. */
export async function findNewsAhead(
  { read }: Reading,
  { organizationId, endpointId, readThrough, readAt }: Lane,
  { now, limit }: NewsWanted,
): Promise<NewsAhead> {
  const values = [organizationId, endpointId, readThrough, readAt, now, limit]
  const rows = await read(newsAhead, values)
  return {
    events: rows.filter((row) => row.sequence !== null),
    head: rows[0]?.head ?? 0,
    now: rows[0]?.now ?? now,
  }
}

// What is noted of an event has its time in whole milliseconds, as this process sees it.
const dueEvents = namedStatement<DueEvent>(
  'webhook_due_events',
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

/** What is to be sent to an endpoint again, one of each object. */
export const findDueEvents = (
  { read }: Reading,
  { organizationId, endpointId }: LaneKey,
  { now, limit }: NewsWanted,
): Promise<DueEvent[]> => read(dueEvents, [organizationId, endpointId, now, limit])
