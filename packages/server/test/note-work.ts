import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { DueList } from '../src/platform/due/due-list.ts'
import { addMissingNotes } from '../src/platform/due/due-notes.ts'

/** Notes work that a test made by SQL, whenever it is due. */
export async function noteWork(
  { kysely }: Pick<Database, 'kysely'>,
  { kind, findAll }: DueList,
): Promise<void> {
  const found = await findAll(kysely, new Date('9999-01-01'), systemClock.now())
  await addMissingNotes(kysely, kind, found)
}
