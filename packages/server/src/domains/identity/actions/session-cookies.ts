import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { shownBearer } from '../../../platform/http/shown-bearer.ts'
import { cookieLine } from '../rules/cookies.ts'
import { cacheCookie } from './cookie-cache.ts'
import type { IdentityParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'

/** What a browser, or an app without cookies, is given to be signed in with. */
export interface SessionCredentials {
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[]
  /** The same credential for `Authorization: Bearer`. */
  readonly bearer: string
}

export function sessionCredentials(
  parts: Pick<IdentityParts, 'keyring' | 'cookieNames' | 'config'>,
  signedIn: SignedIn,
  now: Date,
): SessionCredentials {
  const { keyring, cookieNames: names } = parts
  const { session, token } = signedIn
  const bearer = keyring.signCookie(token)
  const ageSeconds = session.remembered ? secondsUntil(session.expiresAt, now) : null
  const cookies = [cookieLine(names, { name: names.sessionToken, value: bearer, ageSeconds })]
  if (!session.remembered) {
    const value = keyring.signCookie('true')
    cookies.push(cookieLine(names, { name: names.dontRemember, value, ageSeconds: null }))
  }
  const cached = cacheCookie(parts, signedIn, now)
  return { cookies: cached === null ? cookies : [...cookies, cached], bearer }
}

const secondsUntil = (then: Date, now: Date): number =>
  Math.max(0, Math.floor((then.getTime() - now.getTime()) / 1000))

interface Presented {
  readonly headers: { readonly authorization?: string | undefined }
  cookie(name: string): string | null
}

/**
 * The session's token as a request presents it, if it's signed by us. Who shows a bearer token
 * means it: cookies that come along don't count, because they were not checked for their origin.
 */
export function presentedToken(
  { keyring, cookieNames }: { keyring: Keyring; cookieNames: IdentityParts['cookieNames'] },
  request: Presented,
): string | null {
  const value = shownBearer(request) ?? request.cookie(cookieNames.sessionToken)
  return value === null ? null : keyring.readCookie(value)
}
