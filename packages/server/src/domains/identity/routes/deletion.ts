import { confirmDeletion, deleteUser } from '@guildhall/contract/identity/deletion'
import { Problem } from '../../../kernel/refusal.ts'
import { redirectTo } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { canMail } from '../actions/can-mail.ts'
import { checkPassword } from '../actions/check-password.ts'
import {
  deleteByToken,
  deleteUser as deleteUserOf,
  requestDeletion,
} from '../actions/delete-user.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import type { SignedIn } from '../actions/signed-in.ts'
import { clearedCookies } from '../rules/cookies.ts'
import { isFresh } from '../rules/session-life.ts'
import { signedInOn } from './callers.ts'
import { checkDestinations } from './check-destinations.ts'
import { deletionPage } from './deletion-page.ts'

export const deletionRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  deleteRoute(parts),
  confirmRoute(parts),
]

const deleted = { success: true, message: 'User deleted' } as const
const mailed = { success: true, message: 'Verification email sent' } as const

const deleteRoute = (parts: IdentityParts) =>
  serve(deleteUser, async (call) => {
    const { body, caller } = call
    const { user } = caller
    const from = originOf(call)
    checkEnabled(parts)
    checkDestinations(parts, { callbackURL: body.callbackURL })
    if (body.password !== undefined) {
      await checkPassword(parts, user, { password: body.password, action: 'user.delete', from })
    }
    const { token: secret } = body
    if (secret !== undefined) {
      const confirmation = { userId: user.id, secret, from }
      await work(parts.workshop, {}, (unit) => deleteByToken(unit, parts, confirmation))
    } else if (canMail(parts.config)) {
      const request = { callbackURL: body.callbackURL ?? null, from }
      await work(parts.workshop, {}, (unit) => requestDeletion(unit, parts, user, request))
      return mailed
    } else {
      if (body.password === undefined) checkFresh(parts, caller)
      const actor = { action: 'user.delete', from } as const
      await work(parts.workshop, {}, (unit) => deleteUserOf(unit, parts, user.id, actor))
    }
    signOut(parts, call)
    return deleted
  })

const confirmRoute = (parts: IdentityParts) =>
  serve(confirmDeletion, async (call) => {
    // Programs look at links by HEAD, and must find nothing done by it.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const { token: secret } = call.query
    const callbackURL = call.query.callbackURL || undefined
    checkEnabled(parts)
    checkDestinations(parts, { callbackURL })
    try {
      await deleteByLink(parts, call, secret)
    } catch (error) {
      const page = deletionPage(parts.config.server.url, call.headers, { error, secret })
      if (page === null) throw error
      return redirectTo(page)
    }
    signOut(parts, call)
    return callbackURL === undefined ? deleted : redirectTo(callbackURL)
  })

async function deleteByLink(
  parts: IdentityParts,
  call: Parameters<typeof signedInOn>[1] & Parameters<typeof originOf>[0],
  secret: string,
): Promise<void> {
  const signedIn = await signedInOn(parts, call)
  if (signedIn === null) throw new Problem('no_session_to_delete_with')
  const from = originOf({ address: call.address, headers: call.headers, caller: signedIn })
  const confirmation = { userId: signedIn.user.id, secret, from }
  await work(parts.workshop, {}, (unit) => deleteByToken(unit, parts, confirmation))
}

function checkEnabled({ config }: IdentityParts): void {
  if (!config.accounts.deleteUser) throw new Problem('not_found')
}

function checkFresh({ config, clock }: IdentityParts, { session }: SignedIn): void {
  if (!isFresh(session, config.sessions, clock.now())) throw new Problem('session_expired')
}

function signOut({ cookieNames }: IdentityParts, reply: { addCookie(line: string): void }): void {
  for (const line of clearedCookies(cookieNames)) reply.addCookie(line)
}
