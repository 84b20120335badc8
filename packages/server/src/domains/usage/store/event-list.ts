import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listEvents as contract } from '@guildhall/contract/usage/events'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, type Page } from '../../../platform/database/listing.ts'
import { eventColumns, findEventIn, joinVoid, type UsageEventRow } from './events.ts'
import { metadataConditions } from './metadata-conditions.ts'
import { allOf, anyOf, type Condition, conditionsOf } from './whom.ts'

export interface EventQuery
  extends Omit<QueryOf<typeof contract>, 'organizationId' | 'filter' | 'meterId'> {
  /** All of them have to match. */
  readonly filters: readonly Condition[]
}

type EventFilters = Omit<EventQuery, 'page' | 'limit' | 'sorting' | 'after'>

interface Found {
  readonly organizationId: Id<'organization'>
  /** What indexes know of the events. */
  readonly indexed: Condition
  /** For which each event has to be read; null if there is nothing. */
  readonly contents: Condition | null
  /** Each event fulfils one of them; read one by one, an index has them in order. */
  readonly parts: readonly Condition[]
}

/** As many events are read for a total; beyond, it is estimated. Counting ten million takes seconds. */
const readForTotalMax = 10_000
/** With filters by what only the event itself says. */
const contentsReadForTotalMax = 2_000

export async function listEvents(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: EventQuery,
): Promise<Page<UsageEventRow>> {
  const { page, limit, after } = query
  const found: Found = {
    organizationId,
    indexed: indexedOf(organizationId, query),
    contents: contentsOf(query),
    parts: (await conditionsOf(db, organizationId, query)) ?? [sql<boolean>`true`],
  }
  const offset = (page - 1) * limit
  const isAscending = query.sorting[0]?.descending === false
  const behind = await behindEvent(db, organizationId, after, isAscending)
  const read =
    behind === null
      ? []
      : await readPage(db, found, { isAscending, behind, offset, count: limit + 1 })
  const rows = read.slice(0, limit)
  const seen = read.length === 0 ? 0 : offset + read.length
  const isWhole = after === undefined && read.length <= limit && (read.length > 0 || page === 1)
  return {
    rows,
    total: isWhole ? seen : Math.max(seen, await totalOf(db, organizationId, { found, query })),
  }
}

interface Part {
  /** The last event of the part before; null for the first part. */
  readonly last: UsageEventRow | null
  readonly limit: number
}

/** The next events of the whole list, in its order. */
export async function listEventsBehind(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: Omit<EventQuery, 'page' | 'limit' | 'after'>,
  { last, limit }: Part,
): Promise<readonly UsageEventRow[]> {
  const found: Found = {
    organizationId,
    indexed: indexedOf(organizationId, query),
    contents: contentsOf(query),
    parts: (await conditionsOf(db, organizationId, query)) ?? [sql<boolean>`true`],
  }
  const isAscending = query.sorting[0]?.descending === false
  const behind = last === null ? sql<boolean>`true` : followingOf(last, isAscending)
  return readPage(db, found, { isAscending, behind, offset: 0, count: limit })
}

const indexedOf = (organizationId: Id<'organization'>, query: EventFilters): Condition =>
  allOf([
    namesOf(organizationId, query),
    query.startTimestamp && sql<boolean>`"timestamp" > ${query.startTimestamp}`,
    query.endTimestamp && sql<boolean>`"timestamp" < ${query.endTimestamp}`,
    query.externalId &&
      sql<boolean>`id in (select event_id from usage_event_key
                  where organization_id = ${organizationId}
                    and external_id = any(${query.externalId}::text[]))`,
  ])

function contentsOf({ metadata, filters }: EventFilters): Condition | null {
  const values = metadataConditions(metadata)
  return values.length + filters.length === 0 ? null : allOf([...values, ...filters])
}

/** Of events, and of the names that are counted. */
const namesOf = (
  organizationId: Id<'organization'>,
  { name, source, query }: Pick<EventQuery, 'name' | 'source' | 'query'>,
): Condition =>
  allOf([
    sql<boolean>`organization_id = ${organizationId}`,
    name && sql<boolean>`name = any(${name}::text[])`,
    source && sql<boolean>`source = any(${source}::text[])`,
    query !== undefined && sql<boolean>`name ilike ${containing(query)}`,
  ])

/** The events that follow this one; null if it isn’t there. */
async function behindEvent(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  after: Id<'usageEvent'> | undefined,
  isAscending: boolean,
): Promise<Condition | null> {
  if (after === undefined) return sql<boolean>`true`
  const event = await findEventIn(db, [organizationId], after)
  return event === undefined ? null : followingOf(event, isAscending)
}

function followingOf({ timestamp, id }: UsageEventRow, isAscending: boolean): Condition {
  const follows = sql.raw(isAscending ? '>' : '<')
  return sql<boolean>`("timestamp", id) ${follows} (${timestamp}::timestamptz, ${id}::uuid)`
}

interface PageOfEvents {
  readonly isAscending: boolean
  readonly behind: Condition
  readonly offset: number
  readonly count: number
}

/** Each part is read in the order of an index, and no further than the page needs. */
async function readPage(
  db: Kysely<Tables>,
  { organizationId, indexed, contents, parts }: Found,
  { isAscending, behind, offset, count }: PageOfEvents,
): Promise<readonly UsageEventRow[]> {
  if (parts.length === 0) return []
  const order = sql.raw(
    isAscending ? 'order by "timestamp", id' : 'order by "timestamp" desc, id desc',
  )
  const selects = parts.map(
    (part) => sql`(
      select ${eventColumns([organizationId])} from usage_event ${joinVoid([organizationId])}
       where ${allOf([indexed, part, behind, contents ?? undefined])}
       ${order} limit ${offset + count})`,
  )
  const { rows } = await sql<UsageEventRow>`
    select * from (${sql.join(selects, sql` union all `)}) as found
     ${order} limit ${count} offset ${offset}`.execute(db)
  return rows
}

async function totalOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { found, query }: { readonly found: Found; readonly query: EventQuery },
): Promise<number> {
  const { contents } = found
  const counted = await countedTotal(db, organizationId, query)
  if (counted !== null && contents === null) return counted
  const readMax = contents === null ? readForTotalMax : contentsReadForTotalMax
  const indexed = sql`from usage_event where ${found.indexed} and ${anyOf(found.parts)}`
  const { rows } = await sql<{ matching: number; read: number }>`
    select count(*) filter (where ${contents ?? sql`true`}) as matching, count(*) as read
      from (select name, source, "timestamp", metadata ${indexed}
             order by "timestamp" desc limit ${readMax + 1}) as usage_event`.execute(db)
  const matching = Number(rows[0]?.matching ?? 0)
  const read = Number(rows[0]?.read ?? 0)
  if (read <= readMax) return matching
  const all = counted ?? (await estimateOf(db, sql`select 1 ${indexed}`))
  return Math.max(matching, Math.round((all * matching) / read))
}

/**
 * Names are counted while ingesting, so what is narrowed by names only needs no counting; null for
 * anything else.
 */
async function countedTotal(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: EventQuery,
): Promise<number | null> {
  const { customerId, externalCustomerId, startTimestamp, endTimestamp, externalId } = query
  const narrowed = [customerId, externalCustomerId, startTimestamp, endTimestamp, externalId]
  if (narrowed.some((one) => one !== undefined)) return null
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(occurrences), 0)::bigint as total from usage_event_name
     where ${namesOf(organizationId, query)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

async function estimateOf(db: Kysely<Tables>, matching: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<Plan>`explain (format json) ${matching}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

interface Plan {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[]
}
