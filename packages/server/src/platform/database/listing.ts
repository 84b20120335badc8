import type { listing, metadataFilter, Sorting } from '@guildhall/contract/billing/listing'
import {
  type Expression,
  type Kysely,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from './db-types.gen.ts'

/** Which page of a list, in which order: what `listing` of the contract reads. */
export type Listing<K extends string> = {
  readonly [P in keyof ReturnType<typeof listing<K>>]: z.output<ReturnType<typeof listing<K>>[P]>
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export const emptyPage: Page<never> = { rows: [], total: 0 }

interface Order<TB extends keyof Tables, K extends string> {
  readonly columns: Readonly<Record<K, ReferenceExpression<Tables, TB>>>
  /** Of these, the rows that have nothing there come last, in whatever direction. */
  readonly nullable?: readonly NoInfer<K>[]
  /** Decides between equals, so that pages don't overlap; an index ends with it. */
  readonly id: ReferenceExpression<Tables, TB>
}

/**
 * One page of what matches. One row more than the page tells whether there is more; how much there
 * is altogether must be counted only where there is, or where the page lies behind the end.
 */
export async function listPage<TB extends keyof Tables, Row, K extends string>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<Tables, TB, Row>,
  { page, limit, sorting }: Listing<K>,
  order: Order<TB, K>,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit
  const found = await sorted(matching, sorting, order)
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const rows = found.slice(0, limit)
  const seen = found.length === 0 ? 0 : offset + found.length
  const isEnd = found.length <= limit && (found.length > 0 || page === 1)
  return { rows, total: isEnd ? seen : Math.max(seen, await totalOf(db, matching)) }
}

function sorted<TB extends keyof Tables, Row, K extends string>(
  matching: SelectQueryBuilder<Tables, TB, Row>,
  sorting: readonly Sorting<K>[],
  { columns, nullable = [], id }: Order<TB, K>,
): SelectQueryBuilder<Tables, TB, Row> {
  const last = sorting.at(-1)?.descending === true ? 'desc' : 'asc'
  return sorting
    .reduce(
      (query, { by, descending }) =>
        query.orderBy(columns[by], (column) => {
          const directed = descending ? column.desc() : column.asc()
          return nullable.includes(by) ? directed.nullsLast() : directed
        }),
      matching,
    )
    .orderBy(id, last)
}

/** Up to here a total is counted; beyond, the planner's estimate costs nothing. */
const exactTotalMax = 100_000

/** How many rows match. More than can be counted quickly are estimated, and never as fewer. */
export async function totalOf<TB extends keyof Tables, Row>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<Tables, TB, Row>,
): Promise<number> {
  const bare = matching.clearSelect().select(sql`1`.as('one'))
  const { total } = await db
    .selectFrom(bare.limit(exactTotalMax + 1).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total <= exactTotalMax ? total : Math.max(total, await estimateOf(bare))
}

async function estimateOf<TB extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, TB, Row>,
): Promise<number> {
  const [line = {}] = await matching.explain('json')
  const [plan] = Object.values<readonly { Plan: { 'Plan Rows': number } }[]>(line)
  return plan?.[0]?.Plan['Plan Rows'] ?? 0
}

/** A page as the billing wire answers it. */
export const pageAnswer = <Row, Item>(
  { rows, total }: Page<Row>,
  { limit }: { readonly limit: number },
  present: (row: Row) => Item,
) => ({
  items: rows.map(present),
  pagination: { totalCount: total, maxPage: Math.ceil(total / limit) },
})

/** Whether what is stored in a JSON column reads as the filter says, of every key of it. */
export const metadataMatches = (
  column: Expression<unknown>,
  filter: z.output<typeof metadataFilter> = [],
): Expression<SqlBool>[] =>
  filter.map(({ key, texts }) => sql<SqlBool>`${column} ->> ${key} = any(${texts}::text[])`)

/** The pattern of what holds this text itself, whatever signs of patterns are in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
