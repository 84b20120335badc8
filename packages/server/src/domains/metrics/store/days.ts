import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { columnOf } from '../../../platform/database/casing.ts'
import type { MetricsRollUpTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { carried, type Summed, summed, summedByInterval } from '../rules/sums.ts'
import { type Cell, instants } from './cell-query.ts'

export type RollUpRow = Selectable<MetricsRollUpTable>

/** The intervals of which days know what is new and what is renewed. */
export const rolledUpIntervals = ['day', 'week', 'month', 'year'] as const
type RolledUpInterval = (typeof rolledUpIntervals)[number]

export const findRollUp = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<RollUpRow | undefined> =>
  db
    .selectFrom('metricsRollUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()

interface DayQuery {
  readonly organizationId: Id<'organization'>
  /** Null for all products together. */
  readonly productId: Id<'product'> | null
}

interface DaySpan {
  readonly from: Date
  readonly until: Date
  readonly interval: RolledUpInterval
  /** When the buckets begin; the first not after the span. */
  readonly starts: readonly Date[]
  /** Which sums. */
  readonly needed: ReadonlySet<Summed>
}

/** The sums of days by bucket, each currency apart. */
export async function readDays(
  tx: Transaction<Tables>,
  { organizationId, productId }: DayQuery,
  { from, until, interval, starts, needed }: DaySpan,
): Promise<readonly Cell[]> {
  const columns = [
    ...summed.filter((name) => needed.has(name)),
    ...summedByInterval.filter((name) => needed.has(name)).map((name) => `${name}_${interval}`),
  ]
  const { rows } = await sql<Cell>`
    select b.starts[width_bucket(d.starts_at, b.starts)] as starts_at, d.product_id, d.currency,
           ${sql.join(columns.map(sumOf))}
      from metrics_day d
     cross join (select ${instants(starts)} as starts) b
     where d.organization_id = ${organizationId} and ${isOf(productId)}
       and d.starts_at >= ${from} and d.starts_at < ${until}
     group by 1, 2, 3`.execute(tx)
  return rows
}

interface PayerSpan {
  readonly from: Date
  readonly until: Date
}

/** How many times customers began to pay and stopped, by day. */
export async function readPayers(
  tx: Transaction<Tables>,
  { organizationId, productId }: DayQuery,
  { from, until }: PayerSpan,
): Promise<readonly Cell[]> {
  const { rows } = await sql<Cell>`
    select starts_at, product_id, currency, gained, lost
      from metrics_day
     where organization_id = ${organizationId} and ${isOf(productId)}
       and starts_at >= ${from} and starts_at < ${until}
       and (gained > 0 or lost > 0)`.execute(tx)
  return rows
}

/** “is not distinct from” would read the days of all products, because indexes don’t serve it. */
const isOf = (productId: DayQuery['productId']) =>
  productId === null ? sql`product_id is null` : sql`product_id = ${productId}`

const sumOf = (column: string) =>
  sql`coalesce(sum(${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`

/** What all days before one carry on, each currency apart. */
export async function readDaysBefore(
  tx: Transaction<Tables>,
  { organizationId, productId }: DayQuery,
  until: Date,
): Promise<readonly Cell[]> {
  const { rows } = await sql<Cell>`
    select min(starts_at) as starts_at, product_id, currency, ${sql.join(carried.map(sumOf))}
      from metrics_day
     where organization_id = ${organizationId} and ${isOf(productId)}
       and starts_at < ${until}
     group by product_id, currency`.execute(tx)
  return rows
}

/** What single days before one carry on, and the parts of their revenue. */
export async function listDaysBefore(
  tx: Transaction<Tables>,
  { organizationId, productId }: DayQuery,
  until: Date,
): Promise<readonly Cell[]> {
  const columns = [...carried, 'oneTimeRevenue', 'recurringRevenue'].map((name) => sql.ref(name))
  const { rows } = await sql<Cell>`
    select starts_at, product_id, currency, ${sql.join(columns)}
      from metrics_day
     where organization_id = ${organizationId} and ${isOf(productId)}
       and starts_at < ${until}`.execute(tx)
  return rows
}

const dayColumns = [
  ...summed,
  ...rolledUpIntervals.flatMap((interval) => summedByInterval.map((name) => `${name}_${interval}`)),
].map(columnOf)

export type DayRow = Readonly<Record<string, string | number | null>>

/** Rows by column name; what a row lacks is zero. */
export async function insertDays(tx: Transaction<Tables>, rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.raw(dayColumns.join(', '))
  const values = sql.raw(dayColumns.map((name) => `coalesce(v.${name}, 0)`).join(', '))
  await sql`
    insert into metrics_day (organization_id, starts_at, product_id, currency, ${columns})
    select v.organization_id, v.starts_at, v.product_id, v.currency, ${values}
      from jsonb_populate_recordset(null::metrics_day, ${jsonRows(rows)}::jsonb) v`.execute(tx)
}

export async function deleteDays(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<void> {
  await tx.deleteFrom('metricsDay').where('organizationId', '=', organizationId).execute()
  await tx.deleteFrom('metricsRollUp').where('organizationId', '=', organizationId).execute()
}

export async function saveRollUp(
  tx: Transaction<Tables>,
  row: Pick<RollUpRow, 'organizationId' | 'timeZone' | 'rolledUpUntil'>,
): Promise<void> {
  await tx
    .insertInto('metricsRollUp')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('organizationId').doUpdateSet({
        timeZone: row.timeZone,
        rolledUpUntil: row.rolledUpUntil,
      }),
    )
    .execute()
}
