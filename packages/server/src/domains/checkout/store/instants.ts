import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Where the clock of an organization is stopped; null while it goes. */
export async function findFrozenAt(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('organizationClock')
    .select('frozenAt')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.frozenAt ?? null
}
