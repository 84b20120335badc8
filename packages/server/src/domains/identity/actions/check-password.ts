import type { ActivityAction } from '@guildhall/contract/identity/activity'
import { Problem } from '../../../kernel/refusal.ts'
import { work } from '../../../platform/work.ts'
import { type AccountRow, credentialOf } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import type { UserRow } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'

interface Shown {
  readonly password: string
  /** What it was shown for. */
  readonly action: ActivityAction
  readonly from: Origin
}

/**
 * Asks somebody who is signed in for their password; answers the row that holds it. A wrong one is
 * recorded in a unit of work of its own, since the refusal undoes all else.
 */
export async function checkPassword(
  { workshop, hashing }: IdentityParts,
  { id: userId }: UserRow,
  { password, action, from }: Shown,
): Promise<AccountRow> {
  const credential = await credentialOf(workshop.database.kysely, userId)
  if (credential === undefined) throw new Problem('credential_account_not_found')
  const { ok } = await hashing.verify(credential.passwordHash, password)
  if (ok) return credential
  const details = { reason: 'invalid_password' }
  await work(workshop, {}, ({ tx }) =>
    recordAudit(tx, { userId, action, succeeded: false, from, details }),
  )
  throw new Problem('invalid_password')
}
