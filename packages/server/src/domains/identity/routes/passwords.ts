import * as contract from '@guildhall/contract/identity/passwords'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { changePassword, setFirstPassword } from '../actions/change-password.ts'
import { checkPassword } from '../actions/check-password.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentUserLite } from '../actions/present.ts'
import { findUser } from '../store/users.ts'
import { checkNewPassword } from './new-password.ts'

export const passwordRoutes = (parts: IdentityParts): EndpointRoute[] => [
  changeRoute(parts),
  setRoute(parts),
]

const changeRoute = (parts: IdentityParts) =>
  serve(contract.changePassword, async (call) => {
    const { newPassword, currentPassword, revokeOtherSessions: endSessions = false } = call.body
    const { user } = call.caller
    const from = originOf(call)
    accept(await checkNewPassword(parts, newPassword, user))
    const shown = { password: currentPassword, action: 'password.change', from } as const
    const credential = await checkPassword(parts, user, shown)
    const newHash = await parts.hashing.hash(newPassword)
    const change = { signedIn: call.caller, credential, newHash, endSessions, from }
    const started = await work(parts.workshop, {}, (unit) => changePassword(unit, parts, change))
    if (started !== null) giveCredentials(call, started)
    return { token: started?.token ?? null, user: presentUserLite(started?.user ?? user) }
  })

const setRoute = (parts: IdentityParts) =>
  serve(contract.setPassword, async (call) => {
    const { userId, newPassword } = call.body
    const user = await findUser(parts.workshop.database.kysely, userId)
    if (user === undefined) throw new Problem('user_not_found')
    accept(await checkNewPassword(parts, newPassword, user))
    const hash = await parts.hashing.hash(newPassword)
    const first = { userId, hash, from: originOf(call) }
    await work(parts.workshop, {}, (unit) => setFirstPassword(unit, parts, first))
    return { status: true }
  })
