/** What our cookies are called; on https a browser takes them over https only. */
export interface CookieNames {
  readonly sessionToken: string
  readonly sessionData: string
  readonly dontRemember: string
  readonly adminSession: string
  /** Which browser a sign-in elsewhere began in. */
  readonly oauthBrowser: string
  readonly isSecure: boolean
}

export function cookieNames(publicUrl: string, prefix: string): CookieNames {
  const isSecure = publicUrl.startsWith('https:')
  const name = (base: string) => `${isSecure ? '__Secure-' : ''}${prefix}.${base}`
  return {
    sessionToken: name('session_token'),
    sessionData: name('session_data'),
    dontRemember: name('dont_remember'),
    adminSession: name('admin_session'),
    oauthBrowser: name('oauth_browser'),
    isSecure,
  }
}

/** What browsers take at most. */
const ageSecondsMax = 34_560_000

/** Without an age the cookie ends with the browser. The value must be encoded already. */
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

/** Everything by which a browser is signed in, in this order. */
export const clearedCookies = (names: CookieNames): string[] =>
  [names.sessionToken, names.sessionData, names.dontRemember].map((name) =>
    clearedCookie(names, name),
  )
