import type { Insertable, Kysely, Transaction } from 'kysely'
import type { ProcessorNewsTable, Tables } from '../../../platform/database/db-types.gen.ts'

/** False where it was heard before: of several at once one hears it first. */
export async function hearNews(
  tx: Transaction<Tables>,
  news: Insertable<ProcessorNewsTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('processorNews')
    .values(news)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What nobody repeats any more. */
export async function forgetNews(db: Kysely<Tables>, heardBefore: Date): Promise<void> {
  await db.deleteFrom('processorNews').where('heardAt', '<', heardBefore).execute()
}
