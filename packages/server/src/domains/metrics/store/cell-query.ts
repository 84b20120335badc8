import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'

export interface MetricFilter {
  readonly productIds?: readonly Id<'product'>[] | undefined
  readonly customerIds?: readonly Id<'customer'>[] | undefined
  readonly billingTypes?: readonly ('one_time' | 'recurring')[] | undefined
}

interface Buckets {
  readonly interval: MetricInterval
  /** When they begin; the first not after the span. */
  readonly starts: readonly Date[]
}

export interface CellQuery {
  readonly organizationId: Id<'organization'>
  readonly from: Date | null
  readonly until: Date
  /** Orders before it don’t count as earlier ones of their bucket. */
  readonly since: Date | null
  /** When the parts begin that are counted; the first not after the span. */
  readonly cells: readonly Date[]
  /** By which buckets orders are new or renewals. */
  readonly buckets: readonly Buckets[]
  readonly filter: MetricFilter
  /** Each product apart, instead of all together. */
  readonly byProduct: boolean
}

/** What was counted of a part of time: by names of columns. */
export interface Cell {
  readonly startsAt: Date
  readonly productId: Id<'product'> | null
  readonly currency: Currency
  readonly [column: string]: unknown
}

export type Column = RawBuilder<unknown>

export const instants = (starts: readonly Date[]) =>
  sql`${`{${starts.map((one) => one.toISOString()).join()}}`}::timestamptz[]`

/** The beginnings of cells and buckets in the span, each sent once. */
export const bounds = ({ cells, buckets, ...span }: CellQuery) => {
  const columns = [
    sql`${instants(startsIn(span, cells))} as cells`,
    ...buckets.map(
      ({ interval, starts }) => sql`${instants(startsIn(span, starts))} as ${sql.ref(interval)}`,
    ),
  ]
  return sql`(select ${sql.join(columns)}) b`
}

/** Of years by day, a request counts the last day: all others would only be sent and parsed. */
function startsIn({ from, until }: Pick<CellQuery, 'from' | 'until'>, starts: readonly Date[]) {
  const first = from === null ? 0 : starts.findLastIndex((one) => one <= from)
  return starts.slice(Math.max(0, first)).filter((one) => one < until)
}

export const cellOf = (at: Column) => sql`b.cells[width_bucket(${at}, b.cells)]`

export const within = ({ organizationId, from, until }: CellQuery, row: string, at: Column) => sql`
  ${sql.ref(`${row}.organization_id`)} = ${organizationId} and ${at} < ${until}
  ${from === null ? sql`` : sql`and ${at} >= ${from}`}`

export const whom = ({ productIds, customerIds }: MetricFilter, row: string) => sql`
  ${productIds === undefined ? sql`` : sql`and ${sql.ref(`${row}.product_id`)} = any(${productIds}::uuid[])`}
  ${customerIds === undefined ? sql`` : sql`and ${sql.ref(`${row}.customer_id`)} = any(${customerIds}::uuid[])`}`

export const productOf = ({ byProduct }: CellQuery, row: string): Column =>
  byProduct ? sql`${sql.ref(`${row}.product_id`)}` : sql`null::uuid`

const wants = ({ billingTypes }: MetricFilter, type: 'one_time' | 'recurring'): boolean =>
  billingTypes === undefined || billingTypes.includes(type)

export const ofTypes = (filter: MetricFilter, isRecurring: Column): Column => {
  const [oneTime, recurring] = [wants(filter, 'one_time'), wants(filter, 'recurring')]
  if (oneTime && recurring) return sql``
  return recurring
    ? sql`and ${isRecurring}`
    : oneTime
      ? sql`and not ${isRecurring}`
      : sql`and false`
}

/** A filter of a list; undefined matches all. */
export const isAny = (
  column: string,
  type: 'text' | 'uuid',
  values: readonly string[] | undefined,
) =>
  values === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`
