import type { Currency, Id } from '@guildhall/contract/primitives'
import { CompiledQuery, type Kysely, type NotNull, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { recountQuery } from './recount-query.ts'

/** A figure of a day that isn’t what its rows add up to. */
export interface Difference {
  /** Null before the first day. */
  readonly day: Date | null
  readonly currency: Currency
  readonly figure: string
  readonly rolledUp: number
  readonly counted: number
}

/** Those that were never counted again, or the longest ago. */
export async function listToRecount(
  db: Kysely<Tables>,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<Id<'organization'>[]> {
  const rows = await db
    .selectFrom('metricsRollUp')
    .select('organizationId')
    .where((is) => is.or([is('recountedAt', 'is', null), is('recountedAt', '<', before)]))
    .orderBy('recountedAt', (by) => by.asc().nullsFirst())
    .orderBy('organizationId')
    .limit(limit)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

export async function countAgain(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  limit: number,
): Promise<readonly Difference[]> {
  const query = CompiledQuery.raw(recountQuery, [[organizationId], limit])
  const { rows } = await tx.executeQuery<Difference>(query)
  return rows.map(({ day, currency, figure, rolledUp, counted }) => ({
    day,
    currency,
    figure,
    rolledUp,
    counted,
  }))
}

interface Recount {
  readonly organizationId: Id<'organization'>
  readonly recountedAt: Date
  readonly differences: readonly Difference[]
}

/** Replaces what was found the last time. */
export async function saveRecount(
  tx: Transaction<Tables>,
  { organizationId, recountedAt, differences }: Recount,
): Promise<void> {
  await tx
    .updateTable('metricsRollUp')
    .set({ recountedAt, differenceCount: differences.length })
    .where('organizationId', '=', organizationId)
    .execute()
  await tx.deleteFrom('metricsDifference').where('organizationId', '=', organizationId).execute()
  if (differences.length === 0) return
  await tx
    .insertInto('metricsDifference')
    .values(
      differences.map(({ day, ...difference }, at) => ({
        ...difference,
        startsAt: day,
        organizationId,
        position: at + 1,
      })),
    )
    .execute()
}

export interface RecountSummary {
  readonly organizationCount: number
  readonly recountedCount: number
  readonly oldestAt: Date | null
  readonly latestAt: Date | null
  readonly differenceCount: number
}

export const summarizeRecounts = (db: Kysely<Tables>): Promise<RecountSummary> =>
  db
    .selectFrom('metricsRollUp')
    .select(({ fn }) => [
      fn.countAll<number>().as('organizationCount'),
      fn.count<number>('recountedAt').as('recountedCount'),
      fn.min('recountedAt').as('oldestAt'),
      fn.max('recountedAt').as('latestAt'),
      fn.coalesce(fn.sum<number>('differenceCount'), (it) => it.lit(0)).as('differenceCount'),
    ])
    .executeTakeFirstOrThrow()

export interface ShownDifference extends Difference {
  readonly id: Id<'organization'>
  readonly name: string
  readonly slug: string
}

/** Of all organizations, each as of its latest recount. */
export const listDifferences = (db: Kysely<Tables>, limit: number): Promise<ShownDifference[]> =>
  db
    .selectFrom('metricsDifference as d')
    .innerJoin('organizationProfile as o', 'o.id', 'd.organizationId')
    .select(['o.id', 'o.name', 'o.slug', 'd.startsAt as day'])
    .select(['d.currency', 'd.figure', 'd.rolledUp', 'd.counted'])
    .orderBy('d.organizationId')
    .orderBy('d.position')
    .limit(limit)
    .$narrowType<{ id: NotNull; name: NotNull; slug: NotNull }>()
    .execute()
