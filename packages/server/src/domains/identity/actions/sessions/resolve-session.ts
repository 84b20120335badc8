import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { isBanned } from '../../rules/administration/bans.ts'
import { extendedUntil, isLive, isUseDueForRecord } from '../../rules/sessions/session-life.ts'
import {
  extendSession,
  findSessionWithUser,
  recordUse,
  type SessionWithUser,
} from '../../store/sessions/sessions.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import {
  presentedToken,
  type SessionCredentials,
  sessionCredentials,
  setCredentials,
} from './session-cookies.ts'
import { readSessionToken, sessionToken, tokenKeyId } from './session-token.ts'

export interface Resolution {
  /** Null if the token names no session, or the session is over. */
  readonly signedIn: SignedIn | null
  /** Set if the session was extended. */
  readonly credentials: SessionCredentials | null
}

const nobody: Resolution = { signedIn: null, credentials: null }

interface Options {
  readonly extend: boolean
  /** The call may still be refused: nothing is written until this settles. */
  readonly mayWrite?: Promise<void>
}

/** The session and user of a token, as the database has them at this moment. */
export async function resolveSession(
  deps: IdentityDeps,
  token: string,
  { extend: mayExtend, mayWrite }: Options,
): Promise<Resolution> {
  const { keyring, uowFactory, clock, config } = deps
  const contents = readSessionToken(keyring, token)
  if (contents === null) return nobody
  const found = await findSessionWithUser(uowFactory.database, contents.sessionId)
  const now = clock.now()
  if (found === null || isBanned(found.user, now)) return nobody
  if (!isLive(found.session, config.sessions, now)) return nobody
  await mayWrite
  const until = mayExtend ? extendedUntil(found.session, config.sessions, now) : null
  if (until !== null) return extend(deps, found, until)
  if (isUseDueForRecord(found.session, now)) {
    await recordUse(uowFactory.database.kysely, found.session, now)
  }
  return { signedIn: { ...found, token }, credentials: null }
}

/** Issues a token with the current secret, so that older secrets can be retired in time. */
async function extend(
  deps: IdentityDeps,
  { session: seen, user }: SessionWithUser,
  expiresAt: Date,
): Promise<Resolution> {
  const { keyring, uowFactory, clock } = deps
  const now = clock.now()
  const keyId = tokenKeyId(keyring, seen.id)
  const extended = await runUnitOfWork(uowFactory, {}, ({ tx }) =>
    extendSession(tx, seen, { expiresAt, keyId }, now),
  )
  const session =
    extended ?? (await findSessionWithUser(uowFactory.database, seen.id))?.session ?? null
  const token = session === null ? null : sessionToken(keyring, session)
  if (session === null || token === null) return nobody
  const signedIn = { session, user, token }
  return { signedIn, credentials: sessionCredentials(deps, signedIn, now) }
}

type Request = Parameters<typeof presentedToken>[1] & Parameters<typeof setCredentials>[0]

/** The signed-in user of a request; null if nobody is signed in. For endpoints open to anyone. */
export async function findSignedIn(deps: IdentityDeps, request: Request): Promise<SignedIn | null> {
  const token = presentedToken(deps, request)
  if (token === null) return null
  const { signedIn, credentials } = await resolveSession(deps, token, { extend: true })
  if (credentials !== null) setCredentials(request, credentials)
  return signedIn
}
