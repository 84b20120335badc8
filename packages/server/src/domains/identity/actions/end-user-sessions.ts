import type { Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import { deleteSessionsOf, takeSession } from '../store/sessions.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from './operator-act.ts'

export async function endUserSessions(work: Work, act: OperatorAct): Promise<void> {
  await admitOperator(work, act, 'session:revoke')
  await lockTarget(work, act)
  const sessionsEnded = await deleteSessionsOf(work.tx, act.userId)
  await recordAct(work, act, 'admin.revoke-sessions', { sessionsEnded })
}

/** A session that has ended already is no fault, and nothing to record. */
export async function endUserSession(
  work: Work,
  by: Omit<OperatorAct, 'userId'>,
  sessionId: Id<'session'>,
): Promise<void> {
  await admitOperator(work, by, 'session:revoke')
  const ended = await takeSession(work.tx, sessionId)
  if (ended === undefined) return
  await recordAct(work, { ...by, userId: ended.userId }, 'admin.revoke-session', { sessionId })
}
