import * as contract from '@guildhall/contract/identity/passwords'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { changePassword, setFirstPassword } from '../../actions/credentials/change-password.ts'
import { checkPassword } from '../../actions/credentials/check-password.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { completeSignIn } from '../../actions/sessions/start-session.ts'
import { presentUserLite } from '../../present/user.ts'
import { decideLastingAccess } from '../../rules/sessions/session-life.ts'
import { findUser } from '../../store/users/users.ts'
import { checkNewPassword } from './check-new-password.ts'
import { limitGuessesOfHolder } from './limit-guesses.ts'

export const passwordRoutes = (deps: IdentityDeps): OperationRoute[] => [
  changeRoute(deps),
  verifyRoute(deps),
  setRoute(deps),
]

const changeRoute = (deps: IdentityDeps) =>
  serve(contract.changePassword, async (call) => {
    const { newPassword, currentPassword, revokeOtherSessions: endSessions = true } = call.body
    const { user } = call.caller
    const from = originOf(call)
    accept(decideLastingAccess(call.caller.session))
    accept(await checkNewPassword(deps, newPassword, user))
    await limitGuessesOfHolder(deps, call, user)
    const attempt = { password: currentPassword, action: 'password.change', from } as const
    const account = await checkPassword(deps, user, attempt)
    const newHash = await deps.hashing.hash(newPassword)
    const change = { signedIn: call.caller, account, newHash, endSessions, from }
    const outcome = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      changePassword(uow, deps, change),
    )
    const started = outcome === null ? null : completeSignIn(call, outcome)
    return { token: started?.token ?? null, user: presentUserLite(started?.user ?? user) }
  })

const verifyRoute = (deps: IdentityDeps) =>
  serve(contract.verifyPassword, async (call) => {
    const { user, session } = call.caller
    accept(decideLastingAccess(session))
    await limitGuessesOfHolder(deps, call, user)
    const { password } = call.body
    await checkPassword(deps, user, { password, action: 'sign-in', from: originOf(call) })
    return { status: true }
  })

const setRoute = (deps: IdentityDeps) =>
  serve(contract.setPassword, async (call) => {
    const { userId, newPassword } = call.body
    const user = await findUser(deps.uowFactory.database.kysely, userId)
    if (user === undefined) throw new Problem('user_not_found')
    accept(await checkNewPassword(deps, newPassword, user))
    const hash = await deps.hashing.hash(newPassword)
    const first = { userId, hash, from: originOf(call) }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => setFirstPassword(uow, deps, first))
    return { status: true }
  })
