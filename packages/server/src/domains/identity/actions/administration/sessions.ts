import { impersonationSeconds } from '@guildhall/contract/identity/admin'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { isOperator } from '../../rules/administration/admin-permissions.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  type SessionRow,
} from '../../store/sessions/sessions.ts'
import { findUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { readSessionToken } from '../sessions/session-token.ts'
import { type SignInOutcome, startSession } from '../sessions/start-session.ts'
import type { SignedIn } from '../signed-in.ts'
import {
  authorizeOperator,
  lockTarget,
  type OperatorAct,
  recordOperatorAct,
} from './operator-act.ts'

export async function revokeUserSessions(uow: UnitOfWork, act: OperatorAct): Promise<void> {
  await authorizeOperator(uow, act, 'session:revoke')
  await lockTarget(uow, act)
  const sessionsEnded = await deleteSessions(uow.tx, act.userId)
  await recordOperatorAct(uow, act, 'admin.revoke-sessions', { sessionsEnded })
}

/** Does nothing if the session has already ended. */
export async function revokeUserSession(
  uow: UnitOfWork,
  by: Omit<OperatorAct, 'userId'>,
  sessionId: Id<'session'>,
): Promise<void> {
  await authorizeOperator(uow, by, 'session:revoke')
  const ended = await deleteSession(uow.tx, sessionId)
  if (ended === undefined) return
  const act = { ...by, userId: ended.userId }
  await recordOperatorAct(uow, act, 'admin.revoke-session', { sessionId })
}

/** Signs an operator in as another user for an hour. Operators can't be impersonated. */
export async function impersonate(
  uow: UnitOfWork,
  deps: IdentityDeps,
  act: OperatorAct,
): Promise<SignInOutcome> {
  await authorizeOperator(uow, act, 'user:impersonate')
  const user = await lockTarget(uow, act)
  if (isOperator(user.role)) throw new Problem('you_cannot_impersonate_admins')
  return startSession(uow, deps, {
    user,
    remembered: false,
    from: act.from,
    audit: { action: 'admin.impersonate', actorId: act.operatorId },
    impersonation: { by: act.operatorId, lifetimeSeconds: impersonationSeconds },
  })
}

/** Returns the operator's own session; null if that has ended as well. */
export async function stopImpersonating(
  uow: UnitOfWork,
  deps: Pick<IdentityDeps, 'keyring'>,
  stop: { readonly session: SessionRow; readonly adminToken: string | null; readonly from: Origin },
): Promise<SignedIn | null> {
  const { tx } = uow
  const { id: sessionId, userId, impersonatedBy: actorId } = stop.session
  if (actorId === null) throw new Problem('you_are_not_impersonating_anyone')
  if ((await deleteSession(tx, sessionId)) !== undefined) {
    const action = 'admin.stop-impersonating'
    await recordAudit(tx, { userId, actorId, action, from: stop.from, details: { sessionId } })
  }
  return findAdminSession(uow, deps, { actorId, adminToken: stop.adminToken })
}

async function findAdminSession(
  { tx, now }: UnitOfWork,
  { keyring }: Pick<IdentityDeps, 'keyring'>,
  { actorId, adminToken: token }: { actorId: Id<'user'>; adminToken: string | null },
): Promise<SignedIn | null> {
  const contents = token === null ? null : readSessionToken(keyring, token)
  if (token === null || contents === null) return null
  const session = await findSession(tx, actorId, contents.sessionId)
  const user = await findUser(tx, actorId)
  if (session === undefined || user === undefined || session.expiresAt <= now) return null
  return { session, user, token }
}
