import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../../../kernel/assert.ts'
import { accept } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { unbanned } from '../../rules/administration/bans.ts'
import { sessionLifetimeSeconds } from '../../rules/sessions/session-life.ts'
import { decideSessionStart } from '../../rules/sessions/session-start.ts'
import { type AuditEntry, type Origin, recordAudit } from '../../store/audit.ts'
import { insertSession, replaceSession } from '../../store/sessions/sessions.ts'
import { lockUser, lockUserShared, type UserRow, updateUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { userEvent } from '../users/user-events.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import { type SessionCredentials, sessionCredentials, setCredentials } from './session-cookies.ts'
import { sessionToken, tokenKeyId } from './session-token.ts'

interface SessionStart {
  readonly user: Pick<UserRow, 'id' | 'banned'>
  /** False for a session that ends with the browser and is never extended. */
  readonly remembered: boolean
  readonly from: Origin
  /** How the session came about, for the audit log. */
  readonly audit: Pick<AuditEntry, 'action' | 'actorId' | 'details'>
  /** Set if an operator acts as this user. */
  readonly impersonation?: {
    readonly by: Id<'user'>
    readonly lifetimeSeconds: number
  }
  /** The refusal if the user was deleted meanwhile. */
  readonly ifDeleted?: RefusalCode
}

interface StartedSession extends SignedIn, SessionCredentials {}

/**
 * What a sign-in led to. A second factor adds its challenge here as another kind; every way to
 * sign in then stops compiling until it passes the challenge on.
 */
export interface SignInOutcome {
  readonly kind: 'session'
  readonly started: StartedSession
}

type Deps = Pick<IdentityDeps, 'keyring' | 'cookieNames' | 'config'>

/**
 * Signs a user in. Every way to sign in ends here: password, username, provider, id token, mailed
 * link, impersonation. The user's row stays locked, so that what the caller checks afterwards (the
 * password is still the one that was verified) can't change.
 */
export async function startSession(
  uow: UnitOfWork,
  deps: IdentityDeps,
  start: SessionStart,
): Promise<SignInOutcome> {
  const plan = accept(
    decideSessionStart(
      {
        user: (await lockSigningIn(uow, start.user)) ?? null,
        remembered: start.remembered,
        impersonation: start.impersonation ?? null,
        lifetimes: deps.config.sessions,
        deletedRefusal: start.ifDeleted ?? 'unauthorized',
      },
      uow.now,
    ),
  )
  const user = plan.liftsBan ? await liftBan(uow, plan.user) : plan.user
  const id = uow.newId('session')
  const session = await insertSession(uow.tx, {
    id,
    userId: user.id,
    keyId: tokenKeyId(deps.keyring, id),
    remembered: start.remembered,
    createdAt: uow.now,
    updatedAt: uow.now,
    lastUsedAt: uow.now,
    expiresAt: new Date(uow.now.getTime() + plan.lifetimeSeconds * 1000),
    ipAddress: start.from.address,
    userAgent: start.from.userAgent,
    activeOrganizationId: null,
    activeTeamId: null,
    impersonatedBy: start.impersonation?.by ?? null,
  })
  if (start.impersonation === undefined) await notifyNewDevice(uow, deps, user, start.from)
  await recordAudit(uow.tx, { ...start.audit, userId: user.id, from: start.from })
  return outcomeOf(deps, { session, user }, uow.now)
}

/** A shared lock can't become an exclusive one while another sign-in shares it. */
const lockSigningIn = ({ tx }: UnitOfWork, { id, banned }: SessionStart['user']) =>
  banned === true ? lockUser(tx, id) : lockUserShared(tx, id)

async function liftBan(uow: UnitOfWork, { id }: UserRow): Promise<UserRow> {
  const user = await updateUser(uow.tx, id, unbanned, uow.now)
  uow.record(userEvent('user.updated', user))
  return user
}

interface SessionRestart {
  readonly signedIn: SignedIn
  readonly from: Origin
}

/**
 * Gives a new id to the session of a user who has just authenticated again, so that anyone else
 * who holds its token is signed out. Undefined if the session has ended.
 */
export async function restartSession(
  uow: UnitOfWork,
  deps: Deps,
  { signedIn, from }: SessionRestart,
): Promise<SignInOutcome | undefined> {
  const { user, session: before } = signedIn
  const id = uow.newId('session')
  const seconds = sessionLifetimeSeconds({
    remembered: before.remembered,
    impersonation: null,
    lifetimes: deps.config.sessions,
  })
  const session = await replaceSession(uow.tx, before.id, {
    id,
    keyId: tokenKeyId(deps.keyring, id),
    createdAt: uow.now,
    updatedAt: uow.now,
    lastUsedAt: uow.now,
    expiresAt: new Date(uow.now.getTime() + seconds * 1000),
    ipAddress: from.address,
    userAgent: from.userAgent,
  })
  if (session === undefined) return undefined
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  await recordAudit(uow.tx, { ...audit, userId: user.id, from })
  return outcomeOf(deps, { session, user }, uow.now)
}

function outcomeOf(
  deps: Deps,
  { session, user }: Pick<SignedIn, 'session' | 'user'>,
  now: Date,
): SignInOutcome {
  const token = sessionToken(deps.keyring, session)
  assert(token !== null, 'the current secret makes tokens')
  const signedIn = { session, user, token }
  return {
    kind: 'session',
    started: { ...signedIn, ...sessionCredentials(deps, signedIn, now) },
  }
}

/** Hands the outcome of a sign-in to the caller, whichever way they signed in. */
export function completeSignIn(
  reply: Parameters<typeof setCredentials>[0],
  { started }: SignInOutcome,
): StartedSession {
  setCredentials(reply, started)
  return started
}
