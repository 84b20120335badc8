import type { ActivityAction } from '@guildhall/contract/identity/activity'
import { Problem } from '../../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { findPasswordAccount } from '../../store/credentials/credentials.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'
import type { UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'

interface PasswordAttempt {
  readonly password: string
  /** The action that requires the password. */
  readonly action: ActivityAction
  readonly from: Origin
}

/**
 * Verifies a signed-in user's password and returns the account that holds it. A wrong password is
 * recorded in a unit of work of its own, since the refusal rolls back the caller's.
 */
export async function checkPassword(
  { uowFactory, hashing }: IdentityDeps,
  { id: userId }: UserRow,
  { password, action, from }: PasswordAttempt,
): Promise<AccountRow> {
  const account = await findPasswordAccount(uowFactory.database.kysely, userId)
  if (account === undefined) throw new Problem('credential_account_not_found')
  const { ok } = await hashing.verify(account.passwordHash, password)
  if (ok) return account
  const details = { reason: 'invalid_password' }
  await runUnitOfWork(uowFactory, {}, ({ tx }) =>
    recordAudit(tx, { userId, action, succeeded: false, from, details }),
  )
  throw new Problem('invalid_password')
}
