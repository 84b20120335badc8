import * as admin from '@guildhall/contract/identity/admin'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { banUser, unbanUser } from '../actions/ban-user.ts'
import { createUserByOperator } from '../actions/create-user-by-operator.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentUser } from '../actions/present.ts'
import { presentAccount } from '../actions/present-account.ts'
import { removeUser } from '../actions/remove-user.ts'
import { setRole } from '../actions/set-role.ts'
import { setUserPassword } from '../actions/set-user-password.ts'
import { updateUserByOperator } from '../actions/update-user-by-operator.ts'
import { decideMay } from '../rules/admin-permissions.ts'
import { readEmail } from '../rules/email.ts'
import { decideRole } from '../rules/roles.ts'
import { isFresh } from '../rules/session-life.ts'
import { decideUserListing } from '../rules/user-listing.ts'
import { decideUsername } from '../rules/username.ts'
import { accountsOf } from '../store/accounts.ts'
import { listUsers } from '../store/list-users.ts'
import { findUser, type UserRow } from '../store/users.ts'
import { actOf } from './act-of.ts'
import { checkNewPassword } from './new-password.ts'

export const adminUserRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
  accountsRoute(parts),
  createRoute(parts),
  updateRoute(parts),
  roleRoute(parts),
  banRoute(parts),
  unbanRoute(parts),
  removeRoute(parts),
  passwordRoute(parts),
]

const listRoute = ({ workshop }: IdentityParts) =>
  serve(admin.listUsers, async ({ query }) => {
    const listing = accept(decideUserListing(query))
    const { users, total } = await listUsers(workshop.database.kysely, listing)
    const { limit, offset } = query
    return { users: users.map(presentUser), total, limit, offset }
  })

const getRoute = (parts: IdentityParts) =>
  serve(admin.getUser, async ({ query }) => presentUser(await requireUser(parts, query.id)))

const accountsRoute = (parts: IdentityParts) =>
  serve(admin.listUserAccounts, async ({ query }) => {
    const { id } = await requireUser(parts, query.userId)
    const accounts = await accountsOf(parts.workshop.database.kysely, id)
    return { accounts: accounts.map(presentAccount) }
  })

async function requireUser({ workshop }: IdentityParts, id: UserRow['id']): Promise<UserRow> {
  const user = await findUser(workshop.database.kysely, id)
  if (user === undefined) throw new Problem('user_not_found')
  return user
}

const createRoute = (parts: IdentityParts) =>
  serve(admin.createUser, async (call) => {
    const { name, password, role: givenRole, data = {} } = call.body
    const email = accept(readEmail(call.body.email))
    const role = accept(decideRole(givenRole ?? 'user'))
    if (givenRole !== undefined) accept(decideMay(call.caller.user.role, 'user:set-role'))
    const { username: typed, displayUsername, image = null, emailVerified = false } = data
    const username =
      typed === undefined
        ? null
        : accept(decideUsername(parts.config.usernames, typed, displayUsername))
    const about = { email, name, username: typed }
    if (password !== undefined) accept(await checkNewPassword(parts, password, about))
    const hash = password === undefined ? null : await parts.hashing.hash(password)
    const by = { operatorId: call.caller.user.id, from: originOf(call) }
    const creation = { ...by, email, emailVerified, name, image, username, role, hash }
    const user = await work(parts.workshop, {}, (unit) =>
      createUserByOperator(unit, parts, creation),
    )
    return { user: presentUser(user) }
  })

const updateRoute = (parts: IdentityParts) =>
  serve(admin.updateUserByOperator, async (call) =>
    presentUser(
      await work(parts.workshop, {}, (unit) =>
        updateUserByOperator(unit, parts, actOf(call), call.body.data),
      ),
    ),
  )

const roleRoute = ({ workshop }: IdentityParts) =>
  serve(admin.setRole, async (call) => {
    const role = accept(decideRole(call.body.role))
    const user = await work(workshop, {}, (unit) => setRole(unit, actOf(call), role))
    return { user: presentUser(user) }
  })

const banRoute = ({ workshop }: IdentityParts) =>
  serve(admin.banUser, async (call) => {
    const { banReason: reason = '', banExpiresIn: seconds = null } = call.body
    const user = await work(workshop, {}, (unit) => banUser(unit, actOf(call), { reason, seconds }))
    return { user: presentUser(user) }
  })

const unbanRoute = ({ workshop }: IdentityParts) =>
  serve(admin.unbanUser, async (call) => {
    const user = await work(workshop, {}, (unit) => unbanUser(unit, actOf(call)))
    return { user: presentUser(user) }
  })

const removeRoute = (parts: IdentityParts) =>
  serve(admin.removeUser, async (call) => {
    await work(parts.workshop, {}, (unit) => removeUser(unit, parts, actOf(call)))
    return { success: true } as const
  })

/** The policy is asked and the hash is made before anything is locked: both take their time. */
const passwordRoute = (parts: IdentityParts) =>
  serve(admin.setUserPassword, async (call) => {
    const { userId, newPassword } = call.body
    const { session } = call.caller
    if (!isFresh(session, parts.config.sessions, parts.clock.now())) {
      throw new Problem('session_is_not_fresh')
    }
    const user = await requireUser(parts, userId)
    accept(await checkNewPassword(parts, newPassword, user))
    const act = { ...actOf(call), hash: await parts.hashing.hash(newPassword) }
    await work(parts.workshop, {}, (unit) => setUserPassword(unit, parts, act))
    return { status: true } as const
  })
