import * as contract from '@guildhall/contract/identity/sessions'
import { directAnswer } from '../../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { cacheCookie, readCacheCookie } from '../../actions/sessions/cookie-cache.ts'

import { type Resolution, resolveSession } from '../../actions/sessions/resolve-session.ts'
import { presentedToken, setCredentials } from '../../actions/sessions/session-cookies.ts'
import { presentSession } from '../../present/session.ts'
import { presentUser } from '../../present/user.ts'
import { clearedCookies } from '../../rules/sessions/cookies.ts'

/** Every page of every application makes this call. */
export function getSessionRoute(deps: IdentityDeps): OperationRoute {
  const { keyring, clock, cookieNames, config } = deps
  return serve(contract.getSession, async (call) => {
    const token = presentedToken(deps, call)
    if (token === null) return null
    const counted = deps.limit('get-session', callsMax, windowSeconds, ['session', token])
    const isCached = config.sessions.cacheSeconds > 0
    const data = isCached ? call.cookie(cookieNames.sessionData) : null
    if (data !== null && call.query.disableCookieCache !== true) {
      const cached = readCacheCookie(keyring, data, { token, now: clock.now() })
      if (cached !== null) {
        await counted
        return directAnswer(200, json, JSON.stringify(cached))
      }
    }
    const extend = call.query.disableRefresh !== true
    const { signedIn, credentials } = await resolveWhenCounted(deps, token, { extend, counted })
    if (signedIn === null) {
      for (const line of clearedCookies(cookieNames)) call.addCookie(line)
      return null
    }
    if (credentials !== null) setCredentials(call, credentials)
    else if (isCached) {
      const line = cacheCookie(deps, signedIn, clock.now())
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
  readonly extend: boolean
  readonly counted: Promise<void>
}

/** Reads the session while the call is counted; a refusal by the count takes precedence. */
async function resolveWhenCounted(
  deps: IdentityDeps,
  token: string,
  { extend, counted }: Counting,
): Promise<Resolution> {
  const resolved = resolveSession(deps, token, { extend, mayWrite: counted })
  await Promise.allSettled([counted, resolved])
  await counted
  return resolved
}
