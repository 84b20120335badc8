import type { BodyOf } from '@guildhall/contract/operation'
import * as contract from '@guildhall/contract/organizations/organizations'
import { Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { isOperator } from '../../identity/rules/administration/admin-permissions.ts'
import { setActiveOrganization } from '../actions/active-organization.ts'
import { type Creation, createOrganization } from '../actions/create-organization.ts'
import { deleteOrganization } from '../actions/delete-organization.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { updateOrganization } from '../actions/update-organization.ts'
import {
  presentChangedOrganization,
  presentFullOrganization,
  presentMember,
  presentOrganization,
} from '../present/organization.ts'
import { visibleInvitations } from '../rules/invitations.ts'
import { type OrganizationKey, resolveOrganizationKey } from '../rules/resolve-organization.ts'
import { mayRequested } from '../rules/roles.ts'
import { type FullOrganizationRows, readFullOrganization } from '../store/full-organization.ts'
import { findRole } from '../store/members.ts'
import {
  findOrganizationOfMember,
  isSlugTaken,
  listUserOrganizations,
} from '../store/organizations.ts'
import { type SessionCall, sendActiveOrganization } from './active-organization.ts'
import { resolveMembership } from './resolve-membership.ts'

export const organizationRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  createRoute(deps),
  checkSlugRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
  listRoute(deps),
  setActiveRoute(deps),
  getRoute(deps),
  getFullRoute(deps),
  hasPermissionRoute(deps),
]

const createRoute = (deps: OrganizationDeps) =>
  serve(contract.createOrganization, async (call) => {
    const { name, slug, logo, metadata } = call.body
    const creation: Creation = {
      ...creatorOf(call),
      organization: {
        name,
        slug,
        avatarUrl: logo || null,
        metadata: metadata === undefined ? null : jsonText(metadata),
      },
    }
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const { organization, member } = await createOrganization(uow, deps, creation)
      if (creation.sessionId !== null && hasSession(call))
        sendActiveOrganization(deps, call, organization.id)
      const members = [presentMember(member)]
      return call.finish(uow, { ...presentChangedOrganization(organization), members })
    })
  })

interface CreatorCall {
  readonly caller: SignedIn | { readonly isServer: true }
  readonly body: BodyOf<typeof contract.createOrganization>
}

/** The future owner, and the session in which the organization becomes active. */
function creatorOf({ caller, body }: CreatorCall): Omit<Creation, 'organization'> {
  if ('isServer' in caller) {
    const userRefusal = 'user_to_add_not_found'
    if (body.userId === undefined) throw new Problem(userRefusal)
    return { by: 'server', userId: body.userId, userRefusal, sessionId: null }
  }
  const { user, session } = caller
  if (body.userId !== undefined && body.userId !== user.id && isOperator(user.role)) {
    return {
      by: 'server',
      userId: body.userId,
      userRefusal: 'user_to_add_not_found',
      sessionId: null,
    }
  }
  const sessionId = body.keepCurrentActiveOrganization === true ? null : session.id
  return { by: 'user', userId: user.id, userRefusal: 'unauthorized', sessionId }
}

const hasSession = <C extends Pick<CreatorCall, 'caller'>>(
  call: C,
): call is C & Pick<SessionCall, 'caller'> => 'session' in call.caller

const checkSlugRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.checkSlug, async ({ body }) => {
    if (await isSlugTaken(uowFactory.database, body.slug)) throw new Problem('slug_is_taken')
    return { status: true } as const
  })

const updateRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.updateOrganization, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body, 'organization_not_found')
    return runUnitOfWork(uowFactory, {}, async (uow) =>
      call.finish(uow, presentChangedOrganization(await updateOrganization(uow, by, body.data))),
    )
  })

const deleteRoute = (deps: OrganizationDeps) =>
  serve(contract.deleteOrganization, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    const deleted = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      deleteOrganization(uow, deps, by),
    )
    if (caller.session.activeOrganizationId === deleted.id) sendActiveOrganization(deps, call, null)
    return presentOrganization(deleted)
  })

const listRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.listOrganizations, async ({ caller }) => {
    const organizations = await listUserOrganizations(uowFactory.database, caller.user.id)
    return organizations.map((row) => ({ ...presentOrganization(row), role: row.role }))
  })

const setActiveRoute = (deps: OrganizationDeps) =>
  serve(contract.setActiveOrganization, async (call) => {
    const { activeOrganizationId } = call.caller.session
    const key = resolveOrganizationKey(call.body, activeOrganizationId)
    const found = key === null ? null : await requireFull(deps, call.caller, key)
    const id = found?.organization.id ?? null
    if (id !== activeOrganizationId) {
      await runUnitOfWork(deps.uowFactory, {}, (uow) => setActiveOrganization(uow, call.caller, id))
      sendActiveOrganization(deps, call, id)
    }
    return found === null ? null : presentFullOrganization(found, deps.config.teams.enabled)
  })

const getFullRoute = (deps: OrganizationDeps) =>
  serve(contract.getFullOrganization, async ({ caller, query }) => {
    const key = resolveOrganizationKey(query, caller.session.activeOrganizationId)
    if (key === null) return null
    const found = await requireFull(deps, caller, key)
    return presentFullOrganization(found, deps.config.teams.enabled)
  })

const getRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.getOrganization, async ({ caller, query }) => {
    const key = resolveOrganizationKey(query, caller.session.activeOrganizationId)
    if (key === null) return null
    const { kysely } = uowFactory.database
    const found = await findOrganizationOfMember(kysely, key, caller.user.id)
    if (found === undefined) throw new Problem('user_is_not_a_member_to_enter')
    return presentOrganization(found)
  })

async function requireFull(
  { uowFactory, config }: OrganizationDeps,
  { user }: SignedIn,
  key: OrganizationKey,
): Promise<FullOrganizationRows> {
  const reader = { userId: user.id, membersMax: config.organizations.memberLimit }
  const found = await readFullOrganization(uowFactory.database, key, reader)
  if (found === null) throw new Problem('user_is_not_a_member_to_enter')
  return { ...found, invitations: visibleInvitations(found.callerRole, found.invitations) }
}

const hasPermissionRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.hasOrganizationPermission, async ({ caller, body }) => {
    const { permissions = body.permission, mode = 'all' } = body
    const role = await findRole(uowFactory.database, resolveMembership(caller, body))
    if (role === null) throw new Problem('user_is_not_a_member_to_ask')
    return { error: null, success: mayRequested(role, permissions ?? {}, mode) }
  })
