/**
 * The names of our cookies. The `__Secure-` prefix makes browsers accept them over https only, and
 * `__Host-` also only from this host; the operator may choose the latter, which the client's helpers
 * don't know.
 */
export interface CookieNames {
  readonly sessionToken: string
  readonly sessionData: string
  readonly dontRemember: string
  readonly adminSession: string
  /** Binds an OAuth sign-in to the browser that started it. */
  readonly oauthBrowser: string
  /** Names the unverified user who was created in this browser. */
  readonly creator: string
  readonly isSecure: boolean
}

const hostPrefix = '__Host-'

export function cookieNames(publicUrl: string, prefix: string): CookieNames {
  const isSecure = publicUrl.startsWith('https:')
  const secured = isSecure && !prefix.startsWith(hostPrefix) ? `__Secure-${prefix}` : prefix
  const name = (base: string) => `${secured}.${base}`
  return {
    sessionToken: name('session_token'),
    sessionData: name('session_data'),
    dontRemember: name('dont_remember'),
    adminSession: name('admin_session'),
    oauthBrowser: name('oauth_browser'),
    creator: name('creator'),
    isSecure,
  }
}

/** The limit of browsers. */
const ageSecondsMax = 34_560_000

/** Null age makes a session cookie. The value must be encoded already. */
export function cookieLine(
  names: CookieNames,
  { name, value, ageSeconds }: { name: string; value: string; ageSeconds: number | null },
): string {
  const age = ageSeconds === null ? '' : `; Max-Age=${Math.min(ageSeconds, ageSecondsMax)}`
  const secure = names.isSecure ? '; Secure' : ''
  return `${name}=${value}${age}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export const clearedCookie = (names: CookieNames, name: string): string =>
  cookieLine(names, { name, value: '', ageSeconds: 0 })

/** Clears every cookie that signs a browser in, in this order. */
export const clearedCookies = (names: CookieNames): string[] =>
  [names.sessionToken, names.sessionData, names.dontRemember].map((name) =>
    clearedCookie(names, name),
  )
