import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { PortalCodeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PortalCodeRow = Selectable<PortalCodeTable>

interface CodeKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** The lock makes guesses at the same code run one after another. */
export const lockCode = (
  tx: Transaction<Tables>,
  { organizationId, customerId }: CodeKey,
): Promise<PortalCodeRow | undefined> =>
  tx
    .selectFrom('portalCode')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .forUpdate()
    .executeTakeFirst()

/** Replaces an older code of the customer. */
export async function saveCode(
  tx: Transaction<Tables>,
  code: Insertable<PortalCodeTable>,
): Promise<void> {
  const { organizationId, customerId, ...rest } = code
  await tx
    .insertInto('portalCode')
    .values({ organizationId, customerId, ...rest })
    .onConflict((conflict) => conflict.columns(['organizationId', 'customerId']).doUpdateSet(rest))
    .execute()
}

export async function countGuess(
  tx: Transaction<Tables>,
  { organizationId, id, guessesLeft }: PortalCodeRow,
): Promise<void> {
  await tx
    .updateTable('portalCode')
    .set({ guessesLeft: guessesLeft - 1 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCode(
  tx: Transaction<Tables>,
  { organizationId, id }: PortalCodeRow,
): Promise<void> {
  await tx
    .deleteFrom('portalCode')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteExpiredCodes(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('portalCode').where('expiresAt', '<=', now).execute()
}
