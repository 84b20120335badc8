import type { Work } from '../../../platform/work.ts'
import { isOperator } from '../rules/admin-permissions.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import { userEvent } from './user-events.ts'

/**
 * The user has shown to own their address. Who owns one of the operators' addresses becomes an
 * operator by it. The user's row must be locked.
 */
export async function proveEmail(
  work: Work,
  { config }: Pick<IdentityParts, 'config'>,
  user: UserRow,
  from: Origin,
): Promise<UserRow> {
  if (user.emailVerified) return user
  const { tx, now } = work
  const { adminEmails } = config.server
  const isToBeOperator = adminEmails?.includes(user.email) === true && !isOperator(user.role)
  const proof = { emailVerified: true, ...(isToBeOperator ? { role: 'admin' } : {}) }
  const proved = await updateUser(tx, user.id, proof, now)
  await recordAudit(tx, { userId: user.id, action: 'email.verify', from })
  if (isToBeOperator) await recordAudit(tx, { userId: user.id, action: 'operator.appoint', from })
  work.record(userEvent('user.updated', proved))
  return proved
}
