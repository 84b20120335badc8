import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { deleteAccounts } from '../../store/federation/accounts.ts'
import { deleteSessions } from '../../store/sessions/sessions.ts'
import type { UserRow } from '../../store/users/users.ts'
import { deletePendingVerifications } from '../../store/verifications.ts'

/**
 * While the address was unverified, a stranger may have signed up with it, and may hold a session,
 * the password or a linked account to return by. Once somebody proves to read the mailbox, all of
 * these end. Returns the number of ended sessions. The user's row must be locked.
 */
export async function endUnprovenAccess({ tx }: UnitOfWork, { id }: UserRow): Promise<number> {
  await deleteAccounts(tx, id)
  await deletePendingVerifications(tx, id)
  return deleteSessions(tx, id)
}
