import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { PortalCodeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PortalCodeRow = Selectable<PortalCodeTable>

interface CodesKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** The customer must be locked, so that guesses at the same codes run one after another. */
export const codesOf = (
  tx: Transaction<Tables>,
  { organizationId, customerId }: CodesKey,
): Promise<PortalCodeRow[]> =>
  tx
    .selectFrom('portalCode')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute()

export async function addCode(
  tx: Transaction<Tables>,
  code: Insertable<PortalCodeTable>,
): Promise<void> {
  await tx.insertInto('portalCode').values(code).execute()
}

export interface GuessableCode extends PortalCodeRow {
  /** How many wrong guesses have come from the network. */
  readonly guesses: number
}

/** The customer must be locked. */
export const codesWithGuesses = (
  tx: Transaction<Tables>,
  { organizationId, customerId }: CodesKey,
  networkMac: Buffer,
): Promise<GuessableCode[]> =>
  tx
    .selectFrom('portalCode as c')
    .leftJoin('portalCodeGuess as g', (join) =>
      join
        .onRef('g.organizationId', '=', 'c.organizationId')
        .onRef('g.codeId', '=', 'c.id')
        .on('g.networkMac', '=', networkMac),
    )
    .selectAll('c')
    .select((eb) => eb.fn.coalesce('g.guesses', eb.lit(0)).as('guesses'))
    .where('c.organizationId', '=', organizationId)
    .where('c.customerId', '=', customerId)
    .execute()

/** Counts one wrong guess at every one of these codes. */
export async function recordGuess(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  codes: readonly PortalCodeRow[],
  networkMac: Buffer,
): Promise<void> {
  if (codes.length === 0) return
  const ids = codes.map(({ id }) => id)
  await tx
    .insertInto('portalCodeGuess')
    .values(ids.map((codeId) => ({ organizationId, codeId, networkMac, guesses: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'codeId', 'networkMac'])
        .doUpdateSet({ guesses: sql`portal_code_guess.guesses + 1` }),
    )
    .execute()
  await tx
    .updateTable('portalCode')
    .set({ guessesLeft: sql`guesses_left - 1` })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

export async function deleteCodes(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CodesKey,
): Promise<void> {
  await tx
    .deleteFrom('portalCode')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute()
}

export async function deleteExpiredCodes(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('portalCode').where('expiresAt', '<=', now).execute()
}
