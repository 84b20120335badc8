import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { isBanned, unbanned } from '../rules/bans.ts'
import { type AuditEntry, type Origin, recordAudit } from '../store/audit.ts'
import { insertSession, replaceSession } from '../store/sessions.ts'
import { lockUser, lockUserShared, type UserRow, updateUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import { type SessionCredentials, sessionCredentials } from './session-cookies.ts'
import { sessionToken, tokenKeyId } from './session-token.ts'
import type { SignedIn } from './signed-in.ts'
import { userEvent } from './user-events.ts'

export interface SessionStart {
  readonly user: Pick<UserRow, 'id' | 'banned'>
  /** False for a session that ends with the browser, and is never prolonged. */
  readonly remembered: boolean
  readonly from: Origin
  /** How it came about, for the record of the user's account. */
  readonly audit: Pick<AuditEntry, 'action' | 'actorId' | 'details'>
  /** An operator who acts as this user, for so long. */
  readonly impersonation?: {
    readonly by: Id<'user'>
    readonly lifetimeSeconds: number
  }
  /** How it is refused where the user was deleted meanwhile. */
  readonly ifGone?: RefusalCode
}

export interface StartedSession extends SignedIn, SessionCredentials {}

type Lived = Pick<SessionStart, 'remembered' | 'impersonation'>

/** Sessions that end with the browser last so long at most. */
const unrememberedSecondsMax = 86_400

type Parts = Pick<IdentityParts, 'keyring' | 'cookieNames' | 'config'>

/**
 * Signs a user in: the one way to a session. The user's row is locked from here on, so that what
 * the caller checks afterwards (the password is still the one that was shown) stays so.
 */
export async function startSession(
  work: Work,
  parts: Parts,
  start: SessionStart,
): Promise<StartedSession> {
  const user = await lockAdmitted(work, start)
  const id = work.newId('session')
  const session = await insertSession(work.tx, {
    id,
    userId: user.id,
    keyId: tokenKeyId(parts.keyring, id),
    remembered: start.remembered,
    createdAt: work.now,
    updatedAt: work.now,
    lastUsedAt: work.now,
    expiresAt: new Date(work.now.getTime() + lifetimeSeconds(parts, start) * 1000),
    ipAddress: start.from.address,
    userAgent: start.from.userAgent,
    activeOrganizationId: null,
    activeTeamId: null,
    impersonatedBy: start.impersonation?.by ?? null,
  })
  await recordAudit(work.tx, { ...start.audit, userId: user.id, from: start.from })
  return withCredentials(parts, { session, user }, work.now)
}

interface SessionRestart {
  readonly signedIn: SignedIn
  readonly from: Origin
}

/**
 * Signs a user in once more, who has just proved to be who they are: their session begins anew
 * under another id, so that whoever else may have its token is out. Undefined where it ended.
 */
export async function restartSession(
  work: Work,
  parts: Parts,
  { signedIn, from }: SessionRestart,
): Promise<StartedSession | undefined> {
  const { user, session: before } = signedIn
  const id = work.newId('session')
  const session = await replaceSession(work.tx, before.id, {
    id,
    keyId: tokenKeyId(parts.keyring, id),
    createdAt: work.now,
    updatedAt: work.now,
    lastUsedAt: work.now,
    expiresAt: new Date(work.now.getTime() + lifetimeSeconds(parts, before) * 1000),
    ipAddress: from.address,
    userAgent: from.userAgent,
  })
  if (session === undefined) return undefined
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  await recordAudit(work.tx, { ...audit, userId: user.id, from })
  return withCredentials(parts, { session, user }, work.now)
}

function withCredentials(
  parts: Parts,
  { session, user }: Pick<SignedIn, 'session' | 'user'>,
  now: Date,
): StartedSession {
  const token = sessionToken(parts.keyring, session)
  assert(token !== null, 'the current secret makes tokens')
  const signedIn = { session, user, token }
  return { ...signedIn, ...sessionCredentials(parts, signedIn, now) }
}

function lifetimeSeconds({ config }: Parts, { remembered, impersonation }: Lived): number {
  const { seconds } = config.sessions
  if (impersonation !== undefined) return impersonation.lifetimeSeconds
  return remembered ? seconds : Math.min(seconds, unrememberedSecondsMax)
}

/** The user as of now, unless they are banned; a ban that is over is taken off. */
async function lockAdmitted(work: Work, start: SessionStart): Promise<UserRow> {
  // A shared lock can't become an exclusive one while another sign-in shares it.
  const lock = start.user.banned === true ? lockUser : lockUserShared
  const user = await lock(work.tx, start.user.id)
  if (user === undefined) throw new Problem(start.ifGone ?? 'unauthorized')
  if (isBanned(user, work.now)) throw new Problem('banned_user')
  if (user.banned !== true) return user
  const admitted = await updateUser(work.tx, user.id, unbanned, work.now)
  work.record(userEvent('user.updated', admitted))
  return admitted
}
