import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { PortalCodeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PortalCodeRow = Selectable<PortalCodeTable>

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Whoever guesses at the same code comes after. */
export const lockCode = (
  tx: Transaction<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<PortalCodeRow | undefined> =>
  tx
    .selectFrom('portalCode')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .forUpdate()
    .executeTakeFirst()

/** In the place of an older one. */
export async function putCode(
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

export async function spendGuess(
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

export async function dropCode(
  tx: Transaction<Tables>,
  { organizationId, id }: PortalCodeRow,
): Promise<void> {
  await tx
    .deleteFrom('portalCode')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Those that open nothing any more. */
export async function dropOldCodes(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('portalCode').where('expiresAt', '<=', now).execute()
}
