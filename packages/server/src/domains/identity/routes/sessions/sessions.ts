import * as contract from '@guildhall/contract/identity/sessions'
import { id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { checkPassword } from '../../actions/credentials/check-password.ts'
import { reauthenticate as reauthenticateNow } from '../../actions/credentials/reauthenticate.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import {
  revokeAllSessions,
  revokeOneSession,
  revokeOtherSessions,
  signOut,
} from '../../actions/sessions/revoke-sessions.ts'
import { presentedToken } from '../../actions/sessions/session-cookies.ts'
import { readSessionToken, sessionToken } from '../../actions/sessions/session-token.ts'
import { completeSignIn } from '../../actions/sessions/start-session.ts'
import { presentSession } from '../../present/session.ts'
import { clearedCookie, clearedCookies } from '../../rules/sessions/cookies.ts'
import { listLiveSessions } from '../../store/sessions/sessions.ts'
import { limitGuessesOfHolder } from '../credentials/limit-guesses.ts'

export const sessionRoutes = (deps: IdentityDeps): OperationRoute[] => [
  signOutRoute(deps),
  listRoute(deps),
  revokeRoute(deps),
  reauthenticateRoute(deps),
  serve(contract.revokeSessions, async (call) => {
    await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      revokeAllSessions(uow, call.caller, originOf(call)),
    )
    return { status: true }
  }),
  serve(contract.revokeOtherSessions, async (call) => {
    await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      revokeOtherSessions(uow, call.caller, originOf(call)),
    )
    return { status: true }
  }),
]

const signOutRoute = (deps: IdentityDeps) =>
  serve(contract.signOut, async (call) => {
    const { keyring, cookieNames } = deps
    const token = presentedToken(deps, call)
    const contents = token === null ? null : readSessionToken(keyring, token)
    if (contents !== null) {
      await runUnitOfWork(deps.uowFactory, {}, (uow) =>
        signOut(uow, contents.sessionId, originOf(call)),
      )
    }
    for (const line of clearedCookies(cookieNames)) call.addCookie(line)
    if (call.cookie(cookieNames.adminSession) !== null) {
      call.addCookie(clearedCookie(cookieNames, cookieNames.adminSession))
    }
    return { success: true }
  })

const listRoute = (deps: IdentityDeps) =>
  serve(contract.listSessions, async ({ caller }) => {
    const { keyring, clock, uowFactory } = deps
    const rows = await listLiveSessions(uowFactory.database.kysely, caller.user.id, clock.now())
    return rows.flatMap((row) => {
      const token = row.impersonatedBy === null ? sessionToken(keyring, row) : null
      return token === null ? [] : [presentSession(row, token)]
    })
  })

const revokeRoute = (deps: IdentityDeps) =>
  serve(contract.revokeSession, async (call) => {
    const { token } = call.body
    const idInToken = readSessionToken(deps.keyring, token)?.sessionId
    const sessionId = idInToken ?? id('session').safeParse(token).data
    if (sessionId === undefined) throw new Problem('session_not_found')
    const one = { id: sessionId, from: originOf(call) }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => revokeOneSession(uow, call.caller, one))
    return { status: true }
  })

const reauthenticateRoute = (deps: IdentityDeps) =>
  serve(contract.reauthenticate, async (call) => {
    const { caller: signedIn } = call
    const { user, session } = signedIn
    if (session.impersonatedBy !== null) throw new Problem('session_is_not_fresh')
    await limitGuessesOfHolder(deps, call, user)
    const from = originOf(call)
    const { password } = call.body
    const account = await checkPassword(deps, user, { password, action: 'sign-in', from })
    const reauthentication = { signedIn, account, from }
    const outcome = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      reauthenticateNow(uow, deps, reauthentication),
    )
    const { token } = completeSignIn(call, outcome)
    return { token }
  })
