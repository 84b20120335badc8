import type { listing, metadataFilter, Sorting } from '@guildhall/contract/billing/listing'
import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from './db-types.gen.ts'

/** Page and order of a list: the output of `listing` in the contract. */
export type Listing<K extends string> = {
  readonly [P in keyof ReturnType<typeof listing<K>>]: z.output<ReturnType<typeof listing<K>>[P]>
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export const emptyPage: Page<never> = { rows: [], total: 0 }

export interface Order<TB extends keyof DB, K extends string, DB = Tables> {
  readonly columns: Readonly<Record<K, ReferenceExpression<DB, TB>>>
  /** Sort keys that may be null; nulls come last in both directions. */
  readonly nullable?: readonly NoInfer<K>[]
  /** The unique tiebreaker, so that pages don't overlap; an index ends with it. */
  readonly id: ReferenceExpression<DB, TB>
}

/**
 * One page of the matching rows. One extra row shows whether there is a next page; the total is
 * only counted when there is one, or when the page lies beyond the end.
 */
export async function listPage<DB, TB extends keyof DB, Row, K extends string>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<DB, TB, Row>,
  { page, limit, sorting }: Listing<K>,
  order: Order<TB, K, DB>,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit
  const slice = { limit: limit + 1, offset }
  const found = await (offset > 0 && typeof order.id === 'string'
    ? laterRows(matching, sorting, { ...order, id: order.id }, slice)
    : sorted(matching, sorting, order).limit(slice.limit).offset(offset)
  ).execute()
  const rows = found.slice(0, limit)
  const seen = found.length === 0 ? 0 : offset + found.length
  const isEnd = found.length <= limit && (found.length > 0 || page === 1)
  return { rows, total: isEnd ? seen : Math.max(seen, await totalOf(db, matching)) }
}

/**
 * Rows of a page after the first, where ids are one column. Only ids are read of the rows before it, which an index has, so
 * that nothing else of them is read or calculated.
 */
function laterRows<DB, TB extends keyof DB, Row, K extends string>(
  matching: SelectQueryBuilder<DB, TB, Row>,
  sorting: readonly Sorting<K>[],
  order: Order<TB, K, DB> & { readonly id: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): SelectQueryBuilder<DB, TB, Row> {
  const id = sql.ref(order.id)
  const ids = sorted(matching.clearSelect(), sorting, order)
    .select(id.as('id'))
    .limit(limit)
    .offset(offset)
  return sorted(matching.where(sql<SqlBool>`${id} in ${ids}`), sorting, order)
}

/** In the order of a list. */
export function sorted<DB, TB extends keyof DB, Row, K extends string>(
  matching: SelectQueryBuilder<DB, TB, Row>,
  sorting: readonly Sorting<K>[],
  { columns, nullable = [], id }: Order<TB, K, DB>,
): SelectQueryBuilder<DB, TB, Row> {
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

/** Totals are counted up to this; beyond it the planner's estimate is used. */
const exactTotalMax = 100_000

/** The number of matching rows, estimated beyond `countedMax` and then never lower than it. */
export async function totalOf<DB, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const bare = matching.clearSelect().select(sql`1`.as('one'))
  const { total } = await db
    .selectFrom(bare.limit(exactTotalMax + 1).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total <= exactTotalMax ? total : Math.max(total, await estimateOf(bare))
}

async function estimateOf<DB, TB extends keyof DB, Row>(
  matching: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const [line = {}] = await matching.explain('json')
  const [plan] = Object.values<readonly { Plan: { 'Plan Rows': number } }[]>(line)
  return plan?.[0]?.Plan['Plan Rows'] ?? 0
}

/** A page in the format of the billing wire. */
export const pageAnswer = <Row, Item>(
  { rows, total }: Page<Row>,
  { limit }: { readonly limit: number },
  present: (row: Row) => Item,
) => ({
  items: rows.map(present),
  pagination: { totalCount: total, maxPage: Math.ceil(total / limit) },
})

/** Whether a JSON column matches the filter in every key. */
export const metadataMatches = (
  column: Expression<unknown>,
  filter: z.output<typeof metadataFilter> = [],
): Expression<SqlBool>[] =>
  filter.map(({ key, texts }) => sql<SqlBool>`${column} ->> ${key} = any(${texts}::text[])`)

/** A LIKE pattern that matches this text literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const lastCharacter = '\u{10FFFF}'

/**
 * Whether an indexed expression in lower case, sorted by bytes, begins with this text. As a range,
 * because a prepared statement finds no index for a LIKE pattern that it is given later.
 */
export const startsWith = (key: RawBuilder<string>, text: string): RawBuilder<boolean> => sql`
  (${key} >= lower(${text}) and ${key} < lower(${text}) || ${lastCharacter})`
