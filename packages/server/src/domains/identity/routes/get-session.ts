import * as contract from '@guildhall/contract/identity/sessions'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { createLocalLimit } from '../../../platform/http/local-limit.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { cacheCookie, readCacheCookie } from '../actions/cookie-cache.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentSession, presentUser } from '../actions/present.ts'
import { resolveSession } from '../actions/resolve-session.ts'
import { presentedToken } from '../actions/session-cookies.ts'
import { clearedCookies } from '../rules/cookies.ts'
import { giveCredentials } from './give-credentials.ts'

/** The one call that every page of every application makes. */
export function getSessionRoute(parts: IdentityParts): EndpointRoute {
  const { keyring, clock, cookieNames, config } = parts
  const limit = config.server.rateLimit ? createLocalLimit(clock, callsOfOneSession) : () => null
  return serve(contract.getSession, async (call) => {
    const token = presentedToken(parts, call)
    if (token === null) return null
    const retryAfterSeconds = limit(token)
    if (retryAfterSeconds !== null) throw new Problem('too_many_requests', { retryAfterSeconds })
    const isCached = config.sessions.cacheSeconds > 0
    const data = isCached ? call.cookie(cookieNames.sessionData) : null
    if (data !== null && call.query.disableCookieCache !== true) {
      const cached = readCacheCookie(keyring, data, { token, now: clock.now() })
      if (cached !== null) return directAnswer(200, json, JSON.stringify(cached))
    }
    const prolong = call.query.disableRefresh !== true
    const { signedIn, credentials } = await resolveSession(parts, token, { prolong })
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

const callsOfOneSession = { requestsMax: 100, windowSeconds: 10 }

const json = { 'content-type': 'application/json' }
