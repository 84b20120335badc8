import * as admin from '@guildhall/contract/identity/admin'
import { assert } from '../../../../kernel/assert.ts'
import { Problem } from '../../../../kernel/refusal.ts'
import { type DirectAnswer, directAnswer } from '../../../../platform/http/direct-answer.ts'
import { refusalAnswer } from '../../../../platform/http/refusal-answer.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  impersonate,
  revokeUserSession,
  revokeUserSessions,
  stopImpersonating,
} from '../../actions/administration/sessions.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { sessionCredentials, setCredentials } from '../../actions/sessions/session-cookies.ts'
import { readSessionToken, sessionToken } from '../../actions/sessions/session-token.ts'
import { completeSignIn } from '../../actions/sessions/start-session.ts'
import { presentSession } from '../../present/session.ts'
import { presentUser } from '../../present/user.ts'
import { clearedCookie, clearedCookies, cookieLine } from '../../rules/sessions/cookies.ts'
import { listAllSessions } from '../../store/sessions/sessions.ts'
import { findUser } from '../../store/users/users.ts'
import { operatorActOf } from './operator-act.ts'

export const adminSessionRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  listRoute(deps),
  revokeRoute(deps),
  revokeAllRoute(deps),
  impersonateRoute(deps),
  stopRoute(deps),
]

const done = { success: true } as const

const listRoute = ({ uowFactory, keyring }: IdentityDeps) =>
  serve(admin.listUserSessions, async ({ body: { userId } }) => {
    const db = uowFactory.database.kysely
    if ((await findUser(db, userId)) === undefined) throw new Problem('user_not_found')
    const rows = await listAllSessions(db, userId)
    return {
      sessions: rows.map((row) => presentSession(row, sessionToken(keyring, row) ?? '')),
    }
  })

const revokeRoute = ({ uowFactory, keyring }: IdentityDeps) =>
  serve(admin.revokeUserSession, async (call) => {
    const contents = readSessionToken(keyring, call.body.sessionToken)
    if (contents === null) return done
    const by = { operatorId: call.caller.user.id, from: originOf(call) }
    await runUnitOfWork(uowFactory, {}, (uow) => revokeUserSession(uow, by, contents.sessionId))
    return done
  })

const revokeAllRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.revokeUserSessions, async (call) => {
    await runUnitOfWork(uowFactory, {}, (uow) => revokeUserSessions(uow, operatorActOf(call)))
    return done
  })

/** Long enough for the lifetime of the operator's own session. */
const adminCookieSeconds = 604_800

const impersonateRoute = (deps: IdentityDeps) =>
  serve(admin.impersonateUser, async (call) => {
    const { keyring, cookieNames: names, uowFactory } = deps
    const outcome = await runUnitOfWork(uowFactory, {}, (uow) =>
      impersonate(uow, deps, operatorActOf(call)),
    )
    for (const line of clearedCookies(names)) call.addCookie(line)
    const value = keyring.signCookie(
      `${call.caller.token}:${call.cookie(names.dontRemember) ?? ''}`,
    )
    call.addCookie(
      cookieLine(names, { name: names.adminSession, value, ageSeconds: adminCookieSeconds }),
    )
    const { session, user, token } = completeSignIn(call, outcome)
    return { session: presentSession(session, token), user: presentUser(user) }
  })

const stopRoute = (deps: IdentityDeps) =>
  serve(admin.stopImpersonating, async (call) => {
    const { keyring, cookieNames: names, uowFactory, clock } = deps
    const adminCookie = keyring.readCookie(call.cookie(names.adminSession) ?? '')
    const stop = {
      session: call.caller.session,
      adminToken: adminCookie?.split(':')[0] ?? null,
      from: originOf(call),
    }
    const signedIn = await runUnitOfWork(uowFactory, {}, (uow) =>
      stopImpersonating(uow, deps, stop),
    )
    for (const line of clearedCookies(names)) call.addCookie(line)
    call.addCookie(clearedCookie(names, names.adminSession))
    if (signedIn === null) return adminSessionLost()
    setCredentials(call, sessionCredentials(deps, signedIn, clock.now()))
    const { session, user, token } = signedIn
    return { session: presentSession(session, token), user: presentUser(user) }
  })

/** A refusal that keeps the cleared cookies: the impersonation has ended all the same. */
function adminSessionLost(): DirectAnswer {
  const refusal = new Problem('failed_to_find_admin_session')
  const answer = refusalAnswer('account', refusal)
  assert(answer !== null, 'the catalogue has every refusal of operators')
  return { ...directAnswer(answer.status, answer.headers, answer.body), refused: refusal.code }
}
