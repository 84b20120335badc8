import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { deleteSession, deleteSessions, findSession } from '../../store/sessions/sessions.ts'
import type { SignedIn } from '../signed-in.ts'

/** Does nothing if the session has already ended. */
export async function signOut({ tx }: UnitOfWork, id: Id<'session'>, from: Origin): Promise<void> {
  const ended = await deleteSession(tx, id)
  if (ended === undefined) return
  const { userId, impersonatedBy: actorId } = ended
  const action = actorId === null ? 'sign-out' : 'admin.stop-impersonating'
  await recordAudit(tx, { userId, actorId, action, from, details: { sessionId: id } })
}

export async function revokeOneSession(
  { tx }: UnitOfWork,
  { user, session }: SignedIn,
  { id, from }: { readonly id: Id<'session'>; readonly from: Origin },
): Promise<void> {
  const found = await findSession(tx, user.id, id)
  if (found === undefined || (await deleteSession(tx, id)) === undefined) {
    throw new Problem('session_not_found')
  }
  await recordAudit(tx, {
    userId: user.id,
    actorId: session.impersonatedBy,
    action: 'session.revoke',
    from,
    details: { sessionId: id },
  })
}

export async function revokeAllSessions(
  { tx }: UnitOfWork,
  { user, session }: SignedIn,
  from: Origin,
): Promise<void> {
  const details = { sessionsEnded: await deleteSessions(tx, user.id) }
  const actorId = session.impersonatedBy
  await recordAudit(tx, { userId: user.id, actorId, action: 'sessions.revoke', from, details })
}

export async function revokeOtherSessions(
  { tx }: UnitOfWork,
  { user, session }: SignedIn,
  from: Origin,
): Promise<void> {
  const details = { sessionsEnded: await deleteSessions(tx, user.id, session.id) }
  const actorId = session.impersonatedBy
  const action = 'sessions.revoke-others'
  await recordAudit(tx, { userId: user.id, actorId, action, from, details })
}
