import type { Work } from '../../../platform/work.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { claimFirstOperator, type UserRow, updateUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'

type Parts = Pick<IdentityParts, 'config'>

/**
 * A new user is an operator if they come with the proof of owning a configured address. Where no
 * address is configured, the first user of a fresh server is one, whatever they proved.
 */
export async function appointNewUser(
  work: Work,
  { config }: Parts,
  user: UserRow,
  from: Origin,
): Promise<UserRow> {
  const { adminEmails } = config.server
  const isToBe =
    adminEmails === null
      ? await claimFirstOperator(work.tx, user.id)
      : user.emailVerified && adminEmails.includes(user.email)
  if (!isToBe) return user
  await recordAudit(work.tx, { userId: user.id, action: 'operator.appoint', from })
  return updateUser(work.tx, user.id, { role: 'admin' }, work.now)
}
