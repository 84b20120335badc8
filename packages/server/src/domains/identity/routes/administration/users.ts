import * as admin from '@guildhall/contract/identity/admin'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  banUser,
  createUserByOperator,
  removeUser,
  setRole,
  setUserPassword,
  unbanUser,
  updateUserByOperator,
} from '../../actions/administration/users.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { presentAccount } from '../../present/account.ts'
import { presentUser } from '../../present/user.ts'

import { decideAdminPermission } from '../../rules/administration/admin-permissions.ts'
import { decideRole } from '../../rules/administration/roles.ts'
import { decideUserListing } from '../../rules/administration/user-listing.ts'
import { decideUsername } from '../../rules/credentials/username.ts'
import { isFresh } from '../../rules/sessions/session-life.ts'
import { readEmail } from '../../rules/users/email.ts'
import { listUsers } from '../../store/administration/list-users.ts'
import { listAccountsOf } from '../../store/federation/accounts.ts'
import { findUser, type UserRow } from '../../store/users/users.ts'
import { checkNewPassword } from '../credentials/check-new-password.ts'
import { operatorActOf } from './operator-act.ts'

export const adminUserRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  accountsRoute(deps),
  createRoute(deps),
  updateRoute(deps),
  roleRoute(deps),
  banRoute(deps),
  unbanRoute(deps),
  removeRoute(deps),
  passwordRoute(deps),
]

const listRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.listUsers, async ({ query }) => {
    const listing = accept(decideUserListing(query))
    const { users, total } = await listUsers(uowFactory.database.kysely, listing)
    const { limit, offset } = query
    return { users: users.map(presentUser), total, limit, offset }
  })

const getRoute = (deps: IdentityDeps) =>
  serve(admin.getUser, async ({ query }) => presentUser(await requireUser(deps, query.id)))

const accountsRoute = (deps: IdentityDeps) =>
  serve(admin.listUserAccounts, async ({ query }) => {
    const { id } = await requireUser(deps, query.userId)
    const accounts = await listAccountsOf(deps.uowFactory.database.kysely, id)
    return { accounts: accounts.map(presentAccount) }
  })

async function requireUser({ uowFactory }: IdentityDeps, id: UserRow['id']): Promise<UserRow> {
  const user = await findUser(uowFactory.database.kysely, id)
  if (user === undefined) throw new Problem('user_not_found')
  return user
}

const createRoute = (deps: IdentityDeps) =>
  serve(admin.createUser, async (call) => {
    const { name, password, role: givenRole, data = {} } = call.body
    const email = accept(readEmail(call.body.email))
    const role = accept(decideRole(givenRole ?? 'user'))
    if (givenRole !== undefined)
      accept(decideAdminPermission(call.caller.user.role, 'user:set-role'))
    const { username: typed, displayUsername, image = null, emailVerified = false } = data
    const username =
      typed === undefined
        ? null
        : accept(decideUsername(deps.config.usernames, typed, displayUsername))
    const person = { email, name, username: typed }
    if (password !== undefined) accept(await checkNewPassword(deps, password, person))
    const hash = password === undefined ? null : await deps.hashing.hash(password)
    const by = { operatorId: call.caller.user.id, from: originOf(call) }
    const creation = { ...by, email, emailVerified, name, image, username, role, hash }
    const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      createUserByOperator(uow, deps, creation),
    )
    return { user: presentUser(user) }
  })

const updateRoute = (deps: IdentityDeps) =>
  serve(admin.updateUserByOperator, async (call) =>
    presentUser(
      await runUnitOfWork(deps.uowFactory, {}, (uow) =>
        updateUserByOperator(uow, deps, operatorActOf(call), call.body.data),
      ),
    ),
  )

const roleRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.setRole, async (call) => {
    const role = accept(decideRole(call.body.role))
    const user = await runUnitOfWork(uowFactory, {}, (uow) =>
      setRole(uow, operatorActOf(call), role),
    )
    return { user: presentUser(user) }
  })

const banRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.banUser, async (call) => {
    const { banReason: reason = '', banExpiresIn: seconds = null } = call.body
    const user = await runUnitOfWork(uowFactory, {}, (uow) =>
      banUser(uow, operatorActOf(call), { reason, seconds }),
    )
    return { user: presentUser(user) }
  })

const unbanRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.unbanUser, async (call) => {
    const user = await runUnitOfWork(uowFactory, {}, (uow) => unbanUser(uow, operatorActOf(call)))
    return { user: presentUser(user) }
  })

const removeRoute = (deps: IdentityDeps) =>
  serve(admin.removeUser, async (call) => {
    await runUnitOfWork(deps.uowFactory, {}, (uow) => removeUser(uow, deps, operatorActOf(call)))
    return { success: true } as const
  })

/** The password is checked and hashed before any lock, because both are slow. */
const passwordRoute = (deps: IdentityDeps) =>
  serve(admin.setUserPassword, async (call) => {
    const { userId, newPassword } = call.body
    const { session } = call.caller
    if (!isFresh(session, deps.config.sessions, deps.clock.now())) {
      throw new Problem('session_is_not_fresh')
    }
    const user = await requireUser(deps, userId)
    accept(await checkNewPassword(deps, newPassword, user))
    const act = { ...operatorActOf(call), hash: await deps.hashing.hash(newPassword) }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => setUserPassword(uow, deps, act))
    return { status: true } as const
  })
