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
  /** All hosts of it get the cookies of a session; null for the host of this server alone. */
  readonly domain: string | null
}

const hostPrefix = '__Host-'

interface CookieSettings {
  readonly url: string
  readonly cookiePrefix: string
  readonly cookieDomain: string | null
}

export function cookieNames(settings: CookieSettings): CookieNames {
  const { url, cookiePrefix: prefix, cookieDomain: domain } = settings
  const isSecure = url.startsWith('https:')
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
    domain,
  }
}

/** The limit of browsers. */
const ageSecondsMax = 34_560_000

interface Cookie {
  readonly name: string
  /** Encoded already. */
  readonly value: string
  /** Null for a cookie that ends with the browser. */
  readonly ageSeconds: number | null
}

export const cookieLine = (names: CookieNames, cookie: Cookie): string => {
  const isShared = sessionCookies(names).includes(cookie.name)
  return lineWith(cookie, names.isSecure, isShared ? names.domain : null)
}

function lineWith({ name, value, ageSeconds }: Cookie, isSecure: boolean, domain: string | null) {
  const age = ageSeconds === null ? '' : `; Max-Age=${Math.min(ageSeconds, ageSecondsMax)}`
  const hosts = domain === null ? '' : `; Domain=${domain}`
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${value}${age}${hosts}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export const clearedCookie = (names: CookieNames, name: string): string =>
  cookieLine(names, { name, value: '', ageSeconds: 0 })

/** What signs a browser in. */
const sessionCookies = (names: CookieNames): string[] => [
  names.sessionToken,
  names.sessionData,
  names.dontRemember,
]

/** Clears every cookie that signs a browser in, in this order. */
export const clearedCookies = (names: CookieNames): string[] => [
  ...hostCookiesCleared(names),
  ...sessionCookies(names).map((name) => clearedCookie(names, name)),
]

/**
 * Clears the cookies from before a domain was set. A browser would send them first, so that nobody
 * could sign in again once their session has ended.
 */
export const hostCookiesCleared = (names: CookieNames): string[] =>
  names.domain === null
    ? []
    : sessionCookies(names).map((name) =>
        lineWith({ name, value: '', ageSeconds: 0 }, names.isSecure, null),
      )
