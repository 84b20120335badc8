import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
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

/** Replaces an older code of the customer, who must be locked, and the guesses at it. */
export async function saveCode(
  tx: Transaction<Tables>,
  code: Insertable<PortalCodeTable>,
): Promise<void> {
  await tx
    .deleteFrom('portalCode')
    .where('organizationId', '=', code.organizationId)
    .where('customerId', '=', code.customerId)
    .execute()
  await tx.insertInto('portalCode').values(code).execute()
}

/** How many wrong guesses have come from a network. */
export async function countGuessesFrom(
  tx: Transaction<Tables>,
  { organizationId, id }: PortalCodeRow,
  networkMac: Buffer,
): Promise<number> {
  const row = await tx
    .selectFrom('portalCodeGuess')
    .select('guesses')
    .where('organizationId', '=', organizationId)
    .where('codeId', '=', id)
    .where('networkMac', '=', networkMac)
    .executeTakeFirst()
  return row?.guesses ?? 0
}

/** The code must be locked. */
export async function recordGuess(
  tx: Transaction<Tables>,
  { organizationId, id, guessesLeft }: PortalCodeRow,
  networkMac: Buffer,
): Promise<void> {
  await tx
    .insertInto('portalCodeGuess')
    .values({ organizationId, codeId: id, networkMac, guesses: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'codeId', 'networkMac'])
        .doUpdateSet({ guesses: sql`portal_code_guess.guesses + 1` }),
    )
    .execute()
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
