import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OwnList } from './saved-views.ts'

/** Null for the default columns. */
export async function findListColumns(
  db: Kysely<Tables>,
  { organizationId, userId, list }: OwnList,
): Promise<readonly string[] | null> {
  const found = await db
    .selectFrom('listColumns')
    .select('columns')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return found?.columns ?? null
}

export async function saveListColumns(
  tx: Transaction<Tables>,
  { organizationId, userId, list }: OwnList,
  columns: string[] | null,
): Promise<void> {
  if (columns === null) {
    await tx
      .deleteFrom('listColumns')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('list', '=', list)
      .execute()
    return
  }
  await tx
    .insertInto('listColumns')
    .values({ organizationId, userId, list, columns })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'userId', 'list']).doUpdateSet({ columns }),
    )
    .execute()
}
