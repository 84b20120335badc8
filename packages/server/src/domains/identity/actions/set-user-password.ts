import type { Work } from '../../../platform/work.ts'
import { passwordSetByOperatorMessage } from '../messages/password-set-by-operator.ts'
import { setPassword } from '../store/accounts.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { deleteVerificationsOf } from '../store/verifications.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from './operator-act.ts'
import type { IdentityParts } from './parts.ts'
import { siteOf, tellUser } from './tell-user.ts'

/** Also for a user who had none. Whoever knew the old one is signed out with everybody else. */
export async function setUserPassword(
  work: Work,
  parts: IdentityParts,
  act: OperatorAct & { readonly hash: string },
): Promise<void> {
  const { tx, now } = work
  const { userId, hash } = act
  await admitOperator(work, act, 'user:set-password')
  const user = await lockTarget(work, act)
  await setPassword(tx, { id: work.newId('account'), userId, hash }, now)
  await deleteVerificationsOf(tx, userId, 'reset-password')
  const sessionsEnded = await deleteSessionsOf(tx, userId)
  await recordAct(work, act, 'admin.set-password', { sessionsEnded })
  const forgotUrl = new URL('/forgot-password', parts.config.server.url).href
  const told = { site: siteOf(parts), forgotUrl, at: now }
  await tellUser(work, parts, user, passwordSetByOperatorMessage(told))
}
