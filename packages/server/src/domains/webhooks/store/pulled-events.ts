import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type EventRow, toEvent } from '../../../platform/outbox/logged-events.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'

type Organization = Id<'organization'>

export interface LinePart {
  /** The last place that is gone, or was never there. */
  readonly before: number
  readonly last: number
}

/** Which places of an organization's line can be asked for. */
export async function findLine(
  db: Kysely<Tables>,
  organizationId: Organization,
): Promise<LinePart> {
  const { rows } = await sql<LinePart>`
    select line.last, coalesce((select min(sequence) - 1 from event_log
                                 where organization_id = ${organizationId} and ${isKept}),
                               line.last) as before
      from (select coalesce((select sequence from event_line where line = ${organizationId}), 0)
                   as last) line`.execute(db)
  return rows[0] ?? { before: 0, last: 0 }
}

export interface EventsWanted {
  readonly organizationId: Organization
  readonly after: number
  /** Belongs to them. */
  readonly through: number
  readonly names: readonly string[]
  readonly limit: number
}

/** A piece of an organization's line, in order. */
export async function findEventsWithin(
  db: Kysely<Tables>,
  { organizationId, after, through, names, limit }: EventsWanted,
): Promise<LoggedEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from event_log
     where organization_id = ${organizationId} and sequence > ${after} and sequence <= ${through}
       and name = any(${names}::text[]) and ${isKept}
     order by sequence limit ${limit}`.execute(db)
  return rows.map(toEvent)
}

export interface LinePlace {
  readonly sequence: number
  /** To the millisecond. */
  readonly loggedAt: Date
}

/** Those at these places of the line, by their sequence. */
export async function findEventsAt(
  db: Kysely<Tables>,
  organizationId: Organization,
  places: readonly LinePlace[],
): Promise<ReadonlyMap<number, LoggedEvent>> {
  if (places.length === 0) return new Map()
  const sequences = places.map(({ sequence }) => sequence)
  const times = places.map(({ loggedAt }) => loggedAt.getTime())
  const { rows } = await sql<EventRow>`
    select ${columns} from event_log
     where organization_id = ${organizationId} and sequence = any(${sequences}::bigint[])
       and logged_at >= ${new Date(Math.min(...times))}
       and logged_at < ${new Date(Math.max(...times) + 1)}`.execute(db)
  return new Map(rows.map(toEvent).map((event) => [event.sequence, event]))
}

/** The same that can be sent again. */
const isKept = sql`logged_at >= (select webhook_kept_since(now()))`

const columns = sql`
  id, organization_id as "organizationId", sequence, customer_id as "customerId", name,
  object_type as "objectType", object_id as "objectId", object_version as "objectVersion",
  payload, recorded_at as "recordedAt", organization_time as "organizationTime"`
