import type { Sorting } from '@guildhall/contract/billing/listing'
import type { QueryOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listEventNames as contract } from '@guildhall/contract/usage/events'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, type Page } from '../../../platform/database/listing.ts'
import { allOf, anyOf, conditionsOf } from './whom.ts'

type EventNameRow = Omit<ResponseOf<typeof contract>['items'][number], 'label'>

type NamesQuery = Omit<QueryOf<typeof contract>, 'organizationId'>

/** Of everybody they are counted already; of a customer, the events are counted now. */
export async function listEventNames(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: NamesQuery,
): Promise<Page<EventNameRow>> {
  const { source, page, limit, sorting } = query
  const parts = await conditionsOf(db, organizationId, query)
  const matching = allOf([
    sql<boolean>`organization_id = ${organizationId}`,
    source && sql<boolean>`source = any(${source}::text[])`,
    query.query !== undefined && sql<boolean>`name ilike ${containing(query.query)}`,
    parts !== null && anyOf(parts),
  ])
  const { rows } = await sql<EventNameRow & { readonly total: number }>`
    select *, count(*) over () as total from (
      select name, source, ${parts === null ? counted : counting}
       where ${matching}
       group by name, source${parts === null ? keptOnly : sql``}) as names
     order by ${sql.join(sorting.map(orderBy))}, name, source
     limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const [first] = rows
  const total =
    first === undefined && page > 1 ? await firstTotal(db, organizationId, query) : first?.total
  return { rows, total: Number(total ?? 0) }
}

/** A page behind the last shows no total. */
const firstTotal = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: NamesQuery,
): Promise<number> =>
  (await listEventNames(db, organizationId, { ...query, page: 1, limit: 1 })).total

const counted = sql.raw(`
  sum(occurrences)::bigint as occurrences, min(first_seen) as "firstSeen", max(last_seen) as "lastSeen"
  from usage_event_name`)
const keptOnly = sql.raw(' having sum(occurrences) > 0')
const counting = sql.raw(`
  count(*) as occurrences, min("timestamp") as "firstSeen", max("timestamp") as "lastSeen"
  from usage_event`)

const orderBy = ({ by, descending }: Sorting): RawBuilder<unknown> =>
  sql.raw(`${columns[by]} ${descending ? 'desc' : 'asc'}`)

const columns: Readonly<Record<string, string>> = {
  name: 'name',
  occurrences: 'occurrences',
  first_seen: '"firstSeen"',
  last_seen: '"lastSeen"',
}
