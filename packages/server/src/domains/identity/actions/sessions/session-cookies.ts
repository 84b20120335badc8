import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import { shownBearer } from '../../../../platform/http/presented-bearer.ts'
import { cookieLine } from '../../rules/sessions/cookies.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { cacheCookie } from './cookie-cache.ts'

/** What a browser, or a client without cookies, authenticates with. */
export interface SessionCredentials {
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[]
  /** The same credential for `Authorization: Bearer`. */
  readonly bearer: string
}

export function sessionCredentials(
  deps: Pick<IdentityDeps, 'keyring' | 'cookieNames' | 'config'>,
  signedIn: SignedIn,
  now: Date,
): SessionCredentials {
  const { keyring, cookieNames: names } = deps
  const { session, token } = signedIn
  const bearer = keyring.signCookie(token)
  const ageSeconds = session.remembered ? secondsUntil(session.expiresAt, now) : null
  const cookies = [cookieLine(names, { name: names.sessionToken, value: bearer, ageSeconds })]
  if (!session.remembered) {
    const value = keyring.signCookie('true')
    cookies.push(cookieLine(names, { name: names.dontRemember, value, ageSeconds: null }))
  }
  const cached = cacheCookie(deps, signedIn, now)
  return { cookies: cached === null ? cookies : [...cookies, cached], bearer }
}

const secondsUntil = (then: Date, now: Date): number =>
  Math.max(0, Math.floor((then.getTime() - now.getTime()) / 1000))

interface Reply {
  addCookie(line: string): void
  setHeader(name: string, value: string): void
}

/** Sets the cookies, and a header for clients without cookies. */
export function setCredentials(reply: Reply, { cookies, bearer }: SessionCredentials): void {
  for (const line of cookies) reply.addCookie(line)
  reply.setHeader('set-auth-token', bearer)
}

interface Presented {
  readonly headers: { readonly authorization?: string | undefined }
  cookie(name: string): string | null
}

/**
 * The session token of a request, if we signed it. With a bearer token the cookies are ignored,
 * because their origin has not been checked.
 */
export function presentedToken(
  { keyring, cookieNames }: { keyring: Keyring; cookieNames: IdentityDeps['cookieNames'] },
  request: Presented,
): string | null {
  const value = shownBearer(request) ?? request.cookie(cookieNames.sessionToken)
  return value === null ? null : keyring.readCookie(value)
}
