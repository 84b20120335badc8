import * as admin from '@guildhall/contract/identity/admin'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type DirectAnswer, directAnswer } from '../../../platform/http/direct-answer.ts'
import { refusalAnswer } from '../../../platform/http/refusal-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { endUserSession, endUserSessions } from '../actions/end-user-sessions.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { impersonate, stopImpersonating } from '../actions/impersonate.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentSession, presentUser } from '../actions/present.ts'
import { sessionCredentials } from '../actions/session-cookies.ts'
import { readSessionToken, sessionToken } from '../actions/session-token.ts'
import { clearedCookie, clearedCookies, cookieLine } from '../rules/cookies.ts'
import { allSessionsOf } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { actOf } from './act-of.ts'

export const adminSessionRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  listRoute(parts),
  revokeRoute(parts),
  revokeAllRoute(parts),
  impersonateRoute(parts),
  stopRoute(parts),
]

const done = { success: true } as const

const listRoute = ({ workshop, keyring }: IdentityParts) =>
  serve(admin.listUserSessions, async ({ body: { userId } }) => {
    const db = workshop.database.kysely
    if ((await findUser(db, userId)) === undefined) throw new Problem('user_not_found')
    const rows = await allSessionsOf(db, userId)
    return {
      sessions: rows.map((row) => presentSession(row, sessionToken(keyring, row) ?? '')),
    }
  })

const revokeRoute = ({ workshop, keyring }: IdentityParts) =>
  serve(admin.revokeUserSession, async (call) => {
    const named = readSessionToken(keyring, call.body.sessionToken)
    if (named === null) return done
    const by = { operatorId: call.caller.user.id, from: originOf(call) }
    await work(workshop, {}, (unit) => endUserSession(unit, by, named.sessionId))
    return done
  })

const revokeAllRoute = ({ workshop }: IdentityParts) =>
  serve(admin.revokeUserSessions, async (call) => {
    await work(workshop, {}, (unit) => endUserSessions(unit, actOf(call)))
    return done
  })

/** Long enough for any session, as the operator's own cookie may be. */
const adminCookieSeconds = 604_800

const impersonateRoute = (parts: IdentityParts) =>
  serve(admin.impersonateUser, async (call) => {
    const { keyring, cookieNames: names, workshop } = parts
    const started = await work(workshop, {}, (unit) => impersonate(unit, parts, actOf(call)))
    for (const line of clearedCookies(names)) call.addCookie(line)
    const value = keyring.signCookie(
      `${call.caller.token}:${call.cookie(names.dontRemember) ?? ''}`,
    )
    call.addCookie(
      cookieLine(names, { name: names.adminSession, value, ageSeconds: adminCookieSeconds }),
    )
    giveCredentials(call, started)
    const { session, user, token } = started
    return { session: presentSession(session, token), user: presentUser(user) }
  })

const stopRoute = (parts: IdentityParts) =>
  serve(admin.stopImpersonating, async (call) => {
    const { keyring, cookieNames: names, workshop, clock } = parts
    const kept = keyring.readCookie(call.cookie(names.adminSession) ?? '')
    const stop = {
      session: call.caller.session,
      adminToken: kept?.split(':')[0] ?? null,
      from: originOf(call),
    }
    const signedIn = await work(workshop, {}, (unit) => stopImpersonating(unit, parts, stop))
    for (const line of clearedCookies(names)) call.addCookie(line)
    call.addCookie(clearedCookie(names, names.adminSession))
    if (signedIn === null) return adminSessionLost()
    giveCredentials(call, sessionCredentials(parts, signedIn, clock.now()))
    const { session, user, token } = signedIn
    return { session: presentSession(session, token), user: presentUser(user) }
  })

/** A refusal that takes the cookies away with it: the impersonation is over all the same. */
function adminSessionLost(): DirectAnswer {
  const refusal = new Problem('failed_to_find_admin_session')
  const answer = refusalAnswer('account', refusal)
  assert(answer !== null, 'the catalogue has every refusal of operators')
  return { ...directAnswer(answer.status, answer.headers, answer.body), refused: refusal.code }
}
