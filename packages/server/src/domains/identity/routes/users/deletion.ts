import { confirmDeletion, deleteUser } from '@guildhall/contract/identity/deletion'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { redirectTo } from '../../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { checkPassword } from '../../actions/credentials/check-password.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { canSendMail } from '../../actions/notify-user.ts'
import { originOf } from '../../actions/origin.ts'
import { findSignedIn } from '../../actions/sessions/resolve-session.ts'
import type { SignedIn } from '../../actions/signed-in.ts'
import {
  deleteByToken,
  deleteUser as deleteUserOf,
  requestDeletion,
} from '../../actions/users/delete-user.ts'
import { clearedCookies } from '../../rules/sessions/cookies.ts'
import { decideLastingAccess, isFresh } from '../../rules/sessions/session-life.ts'
import { checkDestinations } from '../check-destinations.ts'
import { limitGuessesOfHolder } from '../credentials/limit-guesses.ts'
import { deletionPage } from './deletion-page.ts'

export const deletionRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  deleteRoute(deps),
  confirmRoute(deps),
]

const deleted = { success: true, message: 'User deleted' } as const
const mailed = { success: true, message: 'Verification email sent' } as const

const deleteRoute = (deps: IdentityDeps) =>
  serve(deleteUser, async (call) => {
    const { body, caller } = call
    const { user } = caller
    const from = originOf(call)
    checkEnabled(deps)
    accept(decideLastingAccess(caller.session))
    checkDestinations(deps, { callbackURL: body.callbackURL })
    if (body.password !== undefined) {
      await limitGuessesOfHolder(deps, call, user)
      await checkPassword(deps, user, { password: body.password, action: 'user.delete', from })
    }
    const { token: secret } = body
    if (secret !== undefined) {
      const confirmation = { userId: user.id, secret, from }
      await runUnitOfWork(deps.uowFactory, {}, (uow) => deleteByToken(uow, deps, confirmation))
    } else if (canSendMail(deps.config)) {
      const request = { callbackURL: body.callbackURL ?? null, from }
      await runUnitOfWork(deps.uowFactory, {}, (uow) => requestDeletion(uow, deps, user, request))
      return mailed
    } else {
      if (body.password === undefined) checkFresh(deps, caller)
      const actor = { action: 'user.delete', from } as const
      await runUnitOfWork(deps.uowFactory, {}, (uow) => deleteUserOf(uow, deps, user.id, actor))
    }
    signOut(deps, call)
    return deleted
  })

const confirmRoute = (deps: IdentityDeps) =>
  serve(confirmDeletion, async (call) => {
    // Link previews use HEAD and must have no effect.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const { token: secret } = call.query
    const callbackURL = call.query.callbackURL || undefined
    checkEnabled(deps)
    checkDestinations(deps, { callbackURL })
    try {
      await deleteByLink(deps, call, secret)
    } catch (error) {
      const page = deletionPage(deps.config.server.url, call.headers, { error, secret })
      if (page === null) throw error
      return redirectTo(page)
    }
    signOut(deps, call)
    return callbackURL === undefined ? deleted : redirectTo(callbackURL)
  })

async function deleteByLink(
  deps: IdentityDeps,
  call: Parameters<typeof findSignedIn>[1] & Parameters<typeof originOf>[0],
  secret: string,
): Promise<void> {
  const signedIn = await findSignedIn(deps, call)
  if (signedIn === null) throw new Problem('no_session_to_delete_with')
  const from = originOf({ address: call.address, headers: call.headers, caller: signedIn })
  const confirmation = { userId: signedIn.user.id, secret, from }
  await runUnitOfWork(deps.uowFactory, {}, (uow) => deleteByToken(uow, deps, confirmation))
}

function checkEnabled({ config }: IdentityDeps): void {
  if (!config.accounts.deleteUser) throw new Problem('not_found')
}

function checkFresh({ config, clock }: IdentityDeps, { session }: SignedIn): void {
  if (!isFresh(session, config.sessions, clock.now())) throw new Problem('session_expired')
}

function signOut({ cookieNames }: IdentityDeps, reply: { addCookie(line: string): void }): void {
  for (const line of clearedCookies(cookieNames)) reply.addCookie(line)
}
