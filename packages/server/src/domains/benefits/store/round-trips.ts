import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface RoundTripKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'roundTrip'>
}

/** False where it came back before: of many at once, one is the first. */
export async function finishRoundTrip(
  tx: Transaction<Tables>,
  { organizationId, id }: RoundTripKey,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('finishedRoundTrip')
    .values({ organizationId, id, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const deleteExpiredRoundTrips = async (db: Kysely<Tables>, now: Date): Promise<void> =>
  void (await db.deleteFrom('finishedRoundTrip').where('expiresAt', '<=', now).execute())
