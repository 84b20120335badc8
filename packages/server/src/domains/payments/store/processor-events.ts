import type { Insertable, Kysely, Transaction } from 'kysely'
import type { ProcessorEventTable, Tables } from '../../../platform/database/db-types.gen.ts'

/** False for a repeated event; of concurrent inserts one returns true. */
export async function insertProcessorEvent(
  tx: Transaction<Tables>,
  event: Insertable<ProcessorEventTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('processorEvent')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteProcessorEvents(
  db: Kysely<Tables>,
  receivedBefore: Date,
): Promise<void> {
  await db.deleteFrom('processorEvent').where('receivedAt', '<', receivedBefore).execute()
}
