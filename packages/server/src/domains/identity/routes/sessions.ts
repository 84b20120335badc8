import * as contract from '@guildhall/contract/identity/sessions'
import { id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { checkPassword } from '../actions/check-password.ts'
import {
  endAllSessions,
  endOneSession,
  endOtherSessions,
  signOut,
} from '../actions/end-sessions.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentSession } from '../actions/present.ts'
import { reauthenticate as reauthenticateNow } from '../actions/reauthenticate.ts'
import { presentedToken } from '../actions/session-cookies.ts'
import { readSessionToken, sessionToken } from '../actions/session-token.ts'
import { clearedCookie, clearedCookies } from '../rules/cookies.ts'
import { liveSessionsOf } from '../store/sessions.ts'
import { limitGuesses } from './limit-guesses.ts'

/** Where somebody is signed in, and ending it. */
export const sessionRoutes = (parts: IdentityParts): EndpointRoute[] => [
  signOutRoute(parts),
  listRoute(parts),
  revokeRoute(parts),
  reauthenticateRoute(parts),
  serve(contract.revokeSessions, async (call) => {
    await work(parts.workshop, {}, (unit) => endAllSessions(unit, call.caller, originOf(call)))
    return { status: true }
  }),
  serve(contract.revokeOtherSessions, async (call) => {
    await work(parts.workshop, {}, (unit) => endOtherSessions(unit, call.caller, originOf(call)))
    return { status: true }
  }),
]

const signOutRoute = (parts: IdentityParts) =>
  serve(contract.signOut, async (call) => {
    const { keyring, cookieNames } = parts
    const token = presentedToken(parts, call)
    const named = token === null ? null : readSessionToken(keyring, token)
    if (named !== null) {
      await work(parts.workshop, {}, (unit) => signOut(unit, named.sessionId, originOf(call)))
    }
    for (const line of clearedCookies(cookieNames)) call.addCookie(line)
    if (call.cookie(cookieNames.adminSession) !== null) {
      call.addCookie(clearedCookie(cookieNames, cookieNames.adminSession))
    }
    return { success: true }
  })

const listRoute = (parts: IdentityParts) =>
  serve(contract.listSessions, async ({ caller }) => {
    const { keyring, clock, workshop } = parts
    const rows = await liveSessionsOf(workshop.database.kysely, caller.user.id, clock.now())
    return rows.flatMap((row) => {
      const token = row.impersonatedBy === null ? sessionToken(keyring, row) : null
      return token === null ? [] : [presentSession(row, token)]
    })
  })

const revokeRoute = (parts: IdentityParts) =>
  serve(contract.revokeSession, async (call) => {
    const { token } = call.body
    const named = readSessionToken(parts.keyring, token)?.sessionId
    const sessionId = named ?? id('session').safeParse(token).data
    if (sessionId === undefined) throw new Problem('session_not_found')
    const one = { id: sessionId, from: originOf(call) }
    await work(parts.workshop, {}, (unit) => endOneSession(unit, call.caller, one))
    return { status: true }
  })

const reauthenticateRoute = (parts: IdentityParts) =>
  serve(contract.reauthenticate, async (call) => {
    const { caller: signedIn } = call
    const { user, session } = signedIn
    if (session.impersonatedBy !== null) throw new Problem('session_is_not_fresh')
    await limitGuesses(parts, call, user.email)
    const from = originOf(call)
    const { password } = call.body
    const credential = await checkPassword(parts, user, { password, action: 'sign-in', from })
    const shown = { signedIn, credential, from }
    const started = await work(parts.workshop, {}, (unit) => reauthenticateNow(unit, parts, shown))
    giveCredentials(call, started)
    return { token: started.token }
  })
