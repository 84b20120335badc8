import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listEvents as contract } from '@guildhall/contract/usage/events'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, type Page } from '../../../platform/database/listing.ts'
import { eventColumns, findEventIn, type UsageEventRow } from './events.ts'
import { allOf, anyOf, type Condition, conditionsOf } from './whom.ts'

export interface EventQuery
  extends Omit<QueryOf<typeof contract>, 'organizationId' | 'filter' | 'meterId'> {
  /** All of them have to match. */
  readonly filters: readonly Condition[]
}

interface Found {
  /** Fulfilled by all events of the list. */
  readonly common: Condition
  /** Each event fulfils one of them; read one by one, an index has them in order. */
  readonly parts: readonly Condition[]
}

/** Beyond it, totals are estimated: counting ten million events would take seconds. */
const exactTotalMax = 10_000
/** Where each event has to be read to know whether it counts. */
const exactTotalMaxOfContents = 1_000

export async function listEvents(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: EventQuery,
): Promise<Page<UsageEventRow>> {
  const { page, limit, after } = query
  const found: Found = {
    common: commonOf(organizationId, query),
    parts: (await conditionsOf(db, organizationId, query)) ?? [sql<boolean>`true`],
  }
  const offset = (page - 1) * limit
  const isAscending = query.sorting[0]?.descending === false
  const behind = await behindEvent(db, organizationId, after, isAscending)
  const read = await readPage(db, found, { isAscending, behind, offset, count: limit + 1 })
  const rows = read.slice(0, limit)
  const seen = read.length === 0 ? 0 : offset + read.length
  const isWhole = after === undefined && read.length <= limit && (read.length > 0 || page === 1)
  return {
    rows,
    total: isWhole ? seen : Math.max(seen, await totalOf(db, organizationId, { found, query })),
  }
}

function commonOf(organizationId: Id<'organization'>, query: EventQuery): Condition {
  const { startTimestamp, endTimestamp, externalId, metadata, filters } = query
  return allOf([
    namesOf(organizationId, query),
    startTimestamp && sql<boolean>`"timestamp" > ${startTimestamp}`,
    endTimestamp && sql<boolean>`"timestamp" < ${endTimestamp}`,
    externalId &&
      sql<boolean>`id in (select event_id from usage_event_key
                  where organization_id = ${organizationId}
                    and external_id = any(${externalId}::text[]))`,
    ...(metadata ?? []).map(hasMetadata),
    ...filters,
  ])
}

type MetadataFilter = NonNullable<EventQuery['metadata']>[number]

/** As for meters, a key that contains dots wins over the keys of a path. */
function hasMetadata({ key, texts }: MetadataFilter): Condition {
  const value = key.includes('.')
    ? sql`coalesce(metadata ->> ${key}, metadata #>> ${key.split('.')}::text[])`
    : sql`metadata ->> ${key}`
  return sql<boolean>`${value} = any(${texts}::text[])`
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

/** The events that follow this one; none if it isn’t there. */
async function behindEvent(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  after: Id<'usageEvent'> | undefined,
  isAscending: boolean,
): Promise<Condition> {
  if (after === undefined) return sql<boolean>`true`
  const event = await findEventIn(db, [organizationId], after)
  if (event === undefined) return sql<boolean>`false`
  const follows = sql.raw(isAscending ? '>' : '<')
  return sql<boolean>`("timestamp", id) ${follows} (${event.timestamp}::timestamptz, ${after}::uuid)`
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
  { common, parts }: Found,
  { isAscending, behind, offset, count }: PageOfEvents,
): Promise<readonly UsageEventRow[]> {
  if (parts.length === 0) return []
  const order = sql.raw(
    isAscending ? 'order by "timestamp", id' : 'order by "timestamp" desc, id desc',
  )
  const selects = parts.map(
    (part) => sql`(
      select ${eventColumns} from usage_event where ${common} and ${part} and ${behind}
       ${order} limit ${offset + count})`,
  )
  const { rows } = await sql<UsageEventRow>`
    select * from (${sql.join(selects, sql` union all `)}) as found
     ${order} limit ${count} offset ${offset}`.execute(db)
  return rows
}

/** Names are counted while ingesting, so lists that are narrowed by nothing else need no counting. */
async function totalOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { found, query }: { readonly found: Found; readonly query: EventQuery },
): Promise<number> {
  const counted = await countedTotal(db, organizationId, query)
  if (counted !== null) return counted
  const isIndexed = query.filters.length === 0 && query.metadata === undefined
  const exactMax = isIndexed ? exactTotalMax : exactTotalMaxOfContents
  const matching = sql`select 1 from usage_event where ${found.common} and ${anyOf(found.parts)}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matching} limit ${exactMax + 1}) as matched`.execute(db)
  const total = Number(rows[0]?.total ?? 0)
  return total <= exactMax ? total : Math.max(total, await estimateOf(db, matching))
}

async function countedTotal(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: EventQuery,
): Promise<number | null> {
  const { customerId, externalCustomerId, startTimestamp, endTimestamp, externalId, metadata } =
    query
  const narrowed = [
    customerId,
    externalCustomerId,
    startTimestamp,
    endTimestamp,
    externalId,
    metadata,
  ]
  if (query.filters.length > 0 || narrowed.some((one) => one !== undefined)) return null
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
