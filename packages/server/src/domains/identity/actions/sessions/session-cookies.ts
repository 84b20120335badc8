import { shownBearer } from '../../../../platform/http/presented-bearer.ts'
import { cookieLine, hostCookiesCleared } from '../../rules/sessions/cookies.ts'
import type { IdentityDeps } from '../deps.ts'
import { showsServerKey } from '../server-key.ts'
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
  const cookies = [
    ...hostCookiesCleared(names),
    cookieLine(names, { name: names.sessionToken, value: bearer, ageSeconds }),
  ]
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
 * because their origin has not been checked; no browser has the key of the application's backend,
 * which forwards the cookie of its user.
 */
export function presentedToken(
  deps: Pick<IdentityDeps, 'keyring' | 'cookieNames' | 'config'>,
  request: Presented,
): string | null {
  const bearer = showsServerKey(deps, request.headers) ? null : shownBearer(request)
  const value = bearer ?? request.cookie(deps.cookieNames.sessionToken)
  return value === null ? null : deps.keyring.readCookie(value)
}
