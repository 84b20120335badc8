import { impersonationSeconds } from '@guildhall/contract/identity/admin'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { isOperator } from '../rules/admin-permissions.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { deleteSession, findSessionOf, type SessionRow } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { admitOperator, lockTarget, type OperatorAct } from './operator-act.ts'
import type { IdentityParts } from './parts.ts'
import { readSessionToken } from './session-token.ts'
import type { SignedIn } from './signed-in.ts'
import { type StartedSession, startSession } from './start-session.ts'

/** Signs an operator in as somebody who is none, for an hour and in this browser session only. */
export async function impersonate(
  work: Work,
  parts: IdentityParts,
  act: OperatorAct,
): Promise<StartedSession> {
  await admitOperator(work, act, 'user:impersonate')
  const user = await lockTarget(work, act)
  if (isOperator(user.role)) throw new Problem('you_cannot_impersonate_admins')
  return startSession(work, parts, {
    user,
    remembered: false,
    from: act.from,
    audit: { action: 'admin.impersonate', actorId: act.operatorId },
    impersonation: { by: act.operatorId, lifetimeSeconds: impersonationSeconds },
  })
}

/** Ends it, and answers the operator's own session; null where that is over as well. */
export async function stopImpersonating(
  work: Work,
  parts: Pick<IdentityParts, 'keyring'>,
  stop: { readonly session: SessionRow; readonly adminToken: string | null; readonly from: Origin },
): Promise<SignedIn | null> {
  const { tx } = work
  const { id: sessionId, userId, impersonatedBy: actorId } = stop.session
  if (actorId === null) throw new Problem('you_are_not_impersonating_anyone')
  if (await deleteSession(tx, sessionId)) {
    const action = 'admin.stop-impersonating'
    await recordAudit(tx, { userId, actorId, action, from: stop.from, details: { sessionId } })
  }
  return findAdminSession(work, parts, { actorId, adminToken: stop.adminToken })
}

async function findAdminSession(
  { tx, now }: Work,
  { keyring }: Pick<IdentityParts, 'keyring'>,
  { actorId, adminToken: token }: { actorId: Id<'user'>; adminToken: string | null },
): Promise<SignedIn | null> {
  const named = token === null ? null : readSessionToken(keyring, token)
  if (token === null || named === null) return null
  const session = await findSessionOf(tx, actorId, named.sessionId)
  const user = await findUser(tx, actorId)
  if (session === undefined || user === undefined || session.expiresAt <= now) return null
  return { session, user, token }
}
