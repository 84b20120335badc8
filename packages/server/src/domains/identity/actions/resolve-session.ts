import { work } from '../../../platform/work.ts'
import { isBanned } from '../rules/bans.ts'
import { isDue, isUseNews, type Lifetimes } from '../rules/session-life.ts'
import { extendSession, noteUse, type SessionWithUser, sessionWithUser } from '../store/sessions.ts'
import type { IdentityParts } from './parts.ts'
import { type SessionCredentials, sessionCredentials } from './session-cookies.ts'
import { readSessionToken, sessionToken, tokenKeyId } from './session-token.ts'
import type { SignedIn } from './signed-in.ts'

export interface Resolution {
  /** Null where the token is no session's, or the session is over. */
  readonly signedIn: SignedIn | null
  /** Given anew when the session was prolonged. */
  readonly credentials: SessionCredentials | null
}

const nobody: Resolution = { signedIn: null, credentials: null }

interface Options {
  readonly prolong: boolean
  /** What may still turn out to be refused: until it is settled, nothing is written. */
  readonly mayWrite?: Promise<void>
}

/** Who a token signs in, as the database says at this moment. */
export async function resolveSession(
  parts: IdentityParts,
  token: string,
  { prolong: isProlonging, mayWrite }: Options,
): Promise<Resolution> {
  const { keyring, workshop, clock, config } = parts
  const named = readSessionToken(keyring, token)
  if (named === null) return nobody
  const found = await sessionWithUser(workshop.database, named.sessionId)
  const now = clock.now()
  if (found === null || !isAlive(found, now)) return nobody
  await mayWrite
  if (isProlonging && isDue(found.session, config.sessions, now)) {
    return prolong(parts, found, config.sessions)
  }
  if (isUseNews(found.session, now)) await noteUse(workshop.database.kysely, found.session, now)
  return { signedIn: { ...found, token }, credentials: null }
}

const isAlive = ({ session, user }: SessionWithUser, now: Date): boolean =>
  session.expiresAt > now && !isBanned(user, now)

/** The token is made anew with the current secret, so that an older one can be given up in time. */
async function prolong(
  parts: IdentityParts,
  { session: seen, user }: SessionWithUser,
  { seconds }: Lifetimes,
): Promise<Resolution> {
  const { keyring, workshop, clock } = parts
  const now = clock.now()
  const keyId = tokenKeyId(keyring, seen.id)
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const prolonged = await work(workshop, {}, ({ tx }) =>
    extendSession(tx, seen, { expiresAt, keyId }, now),
  )
  const session = prolonged ?? (await sessionWithUser(workshop.database, seen.id))?.session ?? null
  const token = session === null ? null : sessionToken(keyring, session)
  if (session === null || token === null) return nobody
  const signedIn = { session, user, token }
  return { signedIn, credentials: sessionCredentials(parts, signedIn, now) }
}
