import * as contract from '@guildhall/contract/identity/sessions'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { cacheCookie, readCacheCookie } from '../actions/cookie-cache.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentSession, presentUser } from '../actions/present.ts'
import { type Resolution, resolveSession } from '../actions/resolve-session.ts'
import { presentedToken } from '../actions/session-cookies.ts'
import { clearedCookies } from '../rules/cookies.ts'

/** The one call that every page of every application makes. */
export function getSessionRoute(parts: IdentityParts): EndpointRoute {
  const { keyring, clock, cookieNames, config } = parts
  return serve(contract.getSession, async (call) => {
    const token = presentedToken(parts, call)
    if (token === null) return null
    const counted = parts.limit('get-session', callsMax, windowSeconds, ['session', token])
    const isCached = config.sessions.cacheSeconds > 0
    const data = isCached ? call.cookie(cookieNames.sessionData) : null
    if (data !== null && call.query.disableCookieCache !== true) {
      const cached = readCacheCookie(keyring, data, { token, now: clock.now() })
      if (cached !== null) {
        await counted
        return directAnswer(200, json, JSON.stringify(cached))
      }
    }
    const prolong = call.query.disableRefresh !== true
    const { signedIn, credentials } = await resolveWhenCounted(parts, token, { prolong, counted })
    if (signedIn === null) {
      for (const line of clearedCookies(cookieNames)) call.addCookie(line)
      return null
    }
    if (credentials !== null) giveCredentials(call, credentials)
    else if (isCached) {
      const line = cacheCookie(parts, signedIn, clock.now())
      if (line !== null) call.addCookie(line)
    }
    return {
      session: presentSession(signedIn.session, signedIn.token),
      user: presentUser(signedIn.user),
    }
  })
}

const callsMax = 100
const windowSeconds = 10

const json = { 'content-type': 'application/json' }

interface Counting {
  readonly prolong: boolean
  readonly counted: Promise<void>
}

/** Looks the session up while the call is counted; whatever is found, a refusal wins. */
async function resolveWhenCounted(
  parts: IdentityParts,
  token: string,
  { prolong, counted }: Counting,
): Promise<Resolution> {
  const resolved = resolveSession(parts, token, { prolong, mayWrite: counted })
  await Promise.allSettled([counted, resolved])
  await counted
  return resolved
}
