import type { BodyOf } from '@guildhall/contract/endpoint'
import * as contract from '@guildhall/contract/organizations/organizations'
import { Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import type { SignedIn } from '../../identity/index.ts'
import { type Creation, createOrganization } from '../actions/create-organization.ts'
import { deleteOrganization } from '../actions/delete-organization.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import {
  presentChangedOrganization,
  presentMember,
  presentOrganization,
} from '../actions/present.ts'
import { presentFullOrganization } from '../actions/present-full-organization.ts'
import { setActiveOrganization } from '../actions/set-active-organization.ts'
import { changeOrganization } from '../actions/update-organization.ts'
import { decideOrganizationNamed, type OrganizationNamed } from '../rules/organization-meant.ts'
import { mayAsked } from '../rules/roles.ts'
import { type FullOrganizationRows, readFullOrganization } from '../store/full-organization.ts'
import { isSlugTaken, listOrganizationsOf } from '../store/organizations.ts'
import { readRole } from '../store/read-role.ts'
import { giveActive, type SessionCall } from './give-active.ts'
import { membershipMeant } from './membership-meant.ts'

export const organizationRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  createRoute(parts),
  checkSlugRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
  listRoute(parts),
  setActiveRoute(parts),
  getFullRoute(parts),
  hasPermissionRoute(parts),
]

const createRoute = (parts: OrganizationParts) =>
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
    const { organization, member } = await work(parts.workshop, {}, (unit) =>
      createOrganization(unit, parts, creation),
    )
    if (creation.sessionId !== null && hasSession(call)) giveActive(parts, call, organization.id)
    return { ...presentChangedOrganization(organization), members: [presentMember(member)] }
  })

interface CreatorCall {
  readonly caller: SignedIn | { readonly isServer: true }
  readonly body: BodyOf<typeof contract.createOrganization>
}

/** Who is meant, and where it becomes the active one. */
function creatorOf({ caller, body }: CreatorCall): Omit<Creation, 'organization'> {
  if ('isServer' in caller) {
    const ifNobody = 'user_to_add_not_found'
    if (body.userId === undefined) throw new Problem(ifNobody)
    return { by: 'server', userId: body.userId, ifNobody, sessionId: null }
  }
  const { user, session } = caller
  const sessionId = body.keepCurrentActiveOrganization === true ? null : session.id
  return { by: 'user', userId: user.id, ifNobody: 'unauthorized', sessionId }
}

const hasSession = <C extends Pick<CreatorCall, 'caller'>>(
  call: C,
): call is C & Pick<SessionCall, 'caller'> => 'session' in call.caller

const checkSlugRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.checkSlug, async ({ body }) => {
    if (await isSlugTaken(workshop.database, body.slug)) throw new Problem('slug_is_taken')
    return { status: true } as const
  })

const updateRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.updateOrganization, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    const changed = await work(workshop, {}, (unit) => changeOrganization(unit, by, body.data))
    return presentChangedOrganization(changed)
  })

const deleteRoute = (parts: OrganizationParts) =>
  serve(contract.deleteOrganization, async (call) => {
    const { caller, body } = call
    const by = membershipMeant(caller, body)
    const deleted = await work(parts.workshop, {}, (unit) => deleteOrganization(unit, parts, by))
    if (caller.session.activeOrganizationId === deleted.id) giveActive(parts, call, null)
    return presentOrganization(deleted)
  })

const listRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.listOrganizations, async ({ caller }) => {
    const organizations = await listOrganizationsOf(workshop.database, caller.user.id)
    return organizations.map((one) => ({ ...presentOrganization(one), role: one.role }))
  })

const setActiveRoute = (parts: OrganizationParts) =>
  serve(contract.setActiveOrganization, async (call) => {
    const { activeOrganizationId } = call.caller.session
    const named = decideOrganizationNamed(call.body, activeOrganizationId)
    const entered = named === null ? null : await requireFull(parts, call.caller, named)
    const id = entered?.organization.id ?? null
    if (id !== activeOrganizationId) {
      await work(parts.workshop, {}, (unit) => setActiveOrganization(unit, call.caller, id))
      giveActive(parts, call, id)
    }
    return entered === null ? null : presentFullOrganization(parts, entered)
  })

const getFullRoute = (parts: OrganizationParts) =>
  serve(contract.getFullOrganization, async ({ caller, query }) => {
    const named = decideOrganizationNamed(query, caller.session.activeOrganizationId)
    if (named === null) return null
    return presentFullOrganization(parts, await requireFull(parts, caller, named))
  })

async function requireFull(
  { workshop, config }: OrganizationParts,
  { user }: SignedIn,
  named: OrganizationNamed,
): Promise<FullOrganizationRows> {
  const reading = { userId: user.id, membersMax: config.organizations.memberLimit }
  const found = await readFullOrganization(workshop.database, named, reading)
  if (found === null) throw new Problem('user_is_not_a_member_to_enter')
  return found
}

const hasPermissionRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.hasOrganizationPermission, async ({ caller, body }) => {
    const { permissions = body.permission, mode = 'all' } = body
    const role = await readRole(workshop.database, membershipMeant(caller, body))
    if (role === null) throw new Problem('user_is_not_a_member_to_ask')
    return { error: null, success: mayAsked(role, permissions ?? {}, mode) }
  })
