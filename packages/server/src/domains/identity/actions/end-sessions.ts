import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { deleteSession, deleteSessionsOf, findSessionOf, takeSession } from '../store/sessions.ts'
import type { SignedIn } from './signed-in.ts'

/** Ends the session if it's still there: whoever is signed out already stays so. */
export async function signOut({ tx }: Work, id: Id<'session'>, from: Origin): Promise<void> {
  const ended = await takeSession(tx, id)
  if (ended === undefined) return
  const { userId, impersonatedBy: actorId } = ended
  const action = actorId === null ? 'sign-out' : 'admin.stop-impersonating'
  await recordAudit(tx, { userId, actorId, action, from, details: { sessionId: id } })
}

export async function endOneSession(
  { tx }: Work,
  { user, session }: SignedIn,
  { id, from }: { readonly id: Id<'session'>; readonly from: Origin },
): Promise<void> {
  const found = await findSessionOf(tx, user.id, id)
  if (found === undefined || !(await deleteSession(tx, id))) throw new Problem('session_not_found')
  await recordAudit(tx, {
    userId: user.id,
    actorId: session.impersonatedBy,
    action: 'session.revoke',
    from,
    details: { sessionId: id },
  })
}

export async function endAllSessions(
  { tx }: Work,
  { user, session }: SignedIn,
  from: Origin,
): Promise<void> {
  const details = { sessionsEnded: await deleteSessionsOf(tx, user.id) }
  const actorId = session.impersonatedBy
  await recordAudit(tx, { userId: user.id, actorId, action: 'sessions.revoke', from, details })
}

export async function endOtherSessions(
  { tx }: Work,
  { user, session }: SignedIn,
  from: Origin,
): Promise<void> {
  const details = { sessionsEnded: await deleteSessionsOf(tx, user.id, session.id) }
  const actorId = session.impersonatedBy
  const action = 'sessions.revoke-others'
  await recordAudit(tx, { userId: user.id, actorId, action, from, details })
}
