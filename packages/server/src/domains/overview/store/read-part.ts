import { attentionCountedMax } from '@guildhall/contract/overview/overview'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** How many of each are shown. */
export const itemsMax = 3

export interface Part<T> {
  readonly total: number
  readonly items: readonly T[]
}

interface PartQuery {
  readonly organizationId: Id<'organization'>
  /** A shared view, whose condition is that of an index. */
  readonly view: RawBuilder<unknown>
  /** Of the view, as `f`. */
  readonly where?: RawBuilder<unknown>
  /** Of the view, as `f`: the most urgent first. */
  readonly order: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
}

/** The first of what waits, and how many there are. Reads no more rows than it counts. */
export async function readPart<T extends object>(
  db: Kysely<Tables>,
  { organizationId, view, where = sql`true`, order, columns, joins = sql`` }: PartQuery,
): Promise<Part<T>> {
  const waiting = sql`from ${view} f where f.organization_id = ${organizationId} and ${where}`
  const { rows } = await sql<T & { readonly total: number }>`
    select (select count(*) from (select f.id ${waiting} limit ${attentionCountedMax}) f)::int as total,
           ${columns}
      from (select f.* ${waiting} order by ${order} limit ${itemsMax}) f ${joins}
     order by ${order}`.execute(db)
  return { total: rows[0]?.total ?? 0, items: rows }
}
