import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { PortalCodeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PortalCodeRow = Selectable<PortalCodeTable>

interface CodesKey {
  readonly organizationId: Id<'organization'>
  /** At least one. */
  readonly customerIds: readonly Id<'customer'>[]
}

/** To decide a guess, lock the customers: guesses at the same codes run one after another. */
export const codesOf = (
  db: Kysely<Tables>,
  { organizationId, customerIds }: CodesKey,
): Promise<PortalCodeRow[]> =>
  db
    .selectFrom('portalCode')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', 'in', customerIds)
    .execute()

export async function addCode(
  tx: Transaction<Tables>,
  code: Insertable<PortalCodeTable>,
): Promise<void> {
  await tx.insertInto('portalCode').values(code).execute()
}

interface Guess {
  readonly organizationId: Id<'organization'>
  readonly codes: readonly PortalCodeRow[]
  /** Signatures of those at which it counts. */
  readonly networks: readonly Buffer[]
}

/** How many wrong guesses have come from a network at a code. The customers must be locked. */
export async function guessesOf(
  tx: Transaction<Tables>,
  { organizationId, codes, networks }: Guess,
): Promise<(codeId: string, networkMac: Buffer) => number> {
  if (codes.length === 0) return () => 0
  const rows = await tx
    .selectFrom('portalCodeGuess')
    .select(['codeId', 'networkMac', 'guesses'])
    .where('organizationId', '=', organizationId)
    .where(
      'codeId',
      'in',
      codes.map(({ id }) => id),
    )
    .where('networkMac', 'in', networks)
    .execute()
  return (codeId, networkMac) =>
    rows.find((row) => row.codeId === codeId && row.networkMac.equals(networkMac))?.guesses ?? 0
}

/** Counts one wrong guess at every one of these codes. */
export async function recordGuess(
  tx: Transaction<Tables>,
  { organizationId, codes, networks }: Guess,
): Promise<void> {
  if (codes.length === 0) return
  const ids = codes.map(({ id }) => id)
  const counted = ids.flatMap((codeId) => networks.map((networkMac) => ({ codeId, networkMac })))
  await tx
    .insertInto('portalCodeGuess')
    .values(counted.map((key) => ({ organizationId, ...key, guesses: 1 })))
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
  { organizationId, customerIds }: CodesKey,
): Promise<void> {
  await tx
    .deleteFrom('portalCode')
    .where('organizationId', '=', organizationId)
    .where('customerId', 'in', customerIds)
    .execute()
}

export async function deleteExpiredCodes(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('portalCode').where('expiresAt', '<=', now).execute()
}
