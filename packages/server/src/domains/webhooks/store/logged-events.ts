import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type EventRow, toEvent } from '../../../platform/outbox/logged-events.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'

type Organization = Id<'organization'>

export interface LoggedRange {
  /** The last sequence that was deleted, or never existed. */
  readonly before: number
  readonly last: number
}

/** Which sequences of an organization's log can be read. */
export async function findLoggedRange(
  db: Kysely<Tables>,
  organizationId: Organization,
): Promise<LoggedRange> {
  const { rows } = await sql<LoggedRange>`
    select line.last, coalesce((select min(sequence) - 1 from event_log
                                 where organization_id = ${organizationId} and ${isKept}),
                               line.last) as before
      from (select coalesce((select sequence from event_line where line = ${organizationId}), 0)
                   as last) line`.execute(db)
  return rows[0] ?? { before: 0, last: 0 }
}

export interface EventRange {
  readonly organizationId: Organization
  readonly after: number
  /** Inclusive. */
  readonly through: number
  readonly names: readonly string[]
  readonly limit: number
}

/** Events of a range, in order. */
export async function findEventsWithin(
  db: Kysely<Tables>,
  { organizationId, after, through, names, limit }: EventRange,
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from event_log
     where organization_id = ${organizationId} and sequence > ${after} and sequence <= ${through}
       and name = any(${names}::text[]) and ${isKept}
     order by sequence limit ${limit}`.execute(db)
  return rows.map(toEvent)
}

export interface EventPosition {
  readonly sequence: number
  /** In whole milliseconds. */
  readonly loggedAt: Date
}

/** The events at these positions, by sequence. */
export async function findEventsAt(
  db: Kysely<Tables>,
  organizationId: Organization,
  positions: readonly EventPosition[],
): Promise<ReadonlyMap<number, LoggedEvent>> {
  if (positions.length === 0) return new Map()
  const sequences = positions.map(({ sequence }) => sequence)
  const times = positions.map(({ loggedAt }) => loggedAt.getTime())
  const { rows } = await sql<EventRow>`
    select ${columns} from event_log
     where organization_id = ${organizationId} and sequence = any(${sequences}::bigint[])
       and logged_at >= ${new Date(Math.min(...times))}
       and logged_at < ${new Date(Math.max(...times) + 1)}`.execute(db)
  return new Map(rows.map(toEvent).map((event) => [event.sequence, event]))
}

/** As long as events can be sent again, they can be pulled. */
const isKept = sql`logged_at >= (select webhook_kept_since(now()))`

const columns = sql`
  id, organization_id as "organizationId", sequence, customer_id as "customerId", name,
  object_type as "objectType", object_id as "objectId", object_version as "objectVersion",
  payload, recorded_at as "recordedAt", organization_time as "organizationTime"`
