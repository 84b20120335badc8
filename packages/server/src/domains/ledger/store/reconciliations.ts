import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  ReconciliationDifferenceTable,
  ReconciliationTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { Difference } from '../rules/reconciliation.ts'
import type { Period } from './compared-books.ts'

export type ReconciliationRow = Selectable<ReconciliationTable>

export const findLatestReconciliation = (
  db: Kysely<Tables>,
): Promise<ReconciliationRow | undefined> =>
  db
    .selectFrom('reconciliation')
    .selectAll()
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewReconciliation extends Period {
  readonly id: Id<'reconciliation'>
  readonly startedAt: Date
}

export const insertReconciliation = (
  tx: Transaction<Tables>,
  { id, from, to, startedAt }: NewReconciliation,
): Promise<ReconciliationRow> =>
  tx
    .insertInto('reconciliation')
    .values({ id, comparedFrom: from, comparedTo: to, comparedThrough: from, startedAt })
    .returningAll()
    .executeTakeFirstOrThrow()

interface Progress {
  readonly through: Date
  readonly finishedAt: Date | null
  readonly transactionCount: number
  readonly unrelatedCount: number
  readonly bookedCount: number
  readonly differences: readonly Difference[]
}

/** How many differences of one run are stored; all are counted. */
const storedMax = 1_000

/** Undefined where another process has compared this part already. */
export async function saveProgress(
  tx: Transaction<Tables>,
  { id, comparedThrough, differenceCount }: ReconciliationRow,
  progress: Progress,
): Promise<ReconciliationRow | undefined> {
  const { through, finishedAt, differences } = progress
  const saved = await tx
    .updateTable('reconciliation')
    .set(({ eb }) => ({
      comparedThrough: through,
      finishedAt,
      transactionCount: eb('transactionCount', '+', progress.transactionCount),
      unrelatedCount: eb('unrelatedCount', '+', progress.unrelatedCount),
      bookedCount: eb('bookedCount', '+', progress.bookedCount),
      differenceCount: eb('differenceCount', '+', differences.length),
    }))
    .where('id', '=', id)
    .where('comparedThrough', '=', comparedThrough)
    .where('finishedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (saved === undefined || differences.length === 0) return saved
  const input = jsonRows(
    differences.map(({ here, there, ...difference }, at) => ({
      ...difference,
      reconciliationId: id,
      position: differenceCount + at + 1,
      hereAmount: here?.amount ?? null,
      hereCurrency: here?.currency ?? null,
      thereAmount: there?.amount ?? null,
      thereCurrency: there?.currency ?? null,
    })),
  )
  await sql`
    insert into reconciliation_difference
    select d.* from jsonb_populate_recordset(null::reconciliation_difference, ${input}::jsonb) d
     where d.position <= ${storedMax}`.execute(tx)
  return saved
}

export interface DifferenceRow extends Selectable<ReconciliationDifferenceTable> {
  readonly name: string | null
  readonly slug: string | null
}

/** The first of a run, with the names of the organizations. */
export async function listDifferences(
  db: Kysely<Tables>,
  { id }: Pick<ReconciliationRow, 'id'>,
  max: number,
): Promise<DifferenceRow[]> {
  return db
    .selectFrom('reconciliationDifference as d')
    .leftJoin('organizationProfile as o', 'o.id', 'd.organizationId')
    .selectAll('d')
    .select(['o.name', 'o.slug'])
    .where('d.reconciliationId', '=', id)
    .orderBy('d.position')
    .limit(max)
    .execute()
}

export async function deleteReconciliations(
  db: Kysely<Tables>,
  startedBefore: Date,
): Promise<void> {
  await db.deleteFrom('reconciliation').where('startedAt', '<', startedBefore).execute()
}
