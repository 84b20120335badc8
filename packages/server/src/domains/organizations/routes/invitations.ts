import * as contract from '@guildhall/contract/organizations/invitations'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { acceptInvitation, rejectInvitation } from '../actions/answer-invitation.ts'
import { cancelInvitation } from '../actions/cancel-invitation.ts'
import { spendInvitation } from '../actions/invitation-budget.ts'
import { inviteMember } from '../actions/invite-member.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { presentMember } from '../actions/present.ts'
import { presentInvitation } from '../actions/present-invitation.ts'
import { decideRecipient } from '../rules/invitations.ts'
import {
  findInvitationWithOrganization,
  listInvitations,
  listOpenInvitationsTo,
} from '../store/invitations.ts'
import { findMember } from '../store/members.ts'
import { giveActive } from './give-active.ts'
import { membershipMeant } from './membership-meant.ts'

export const invitationRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  inviteRoute(parts),
  acceptRoute(parts),
  rejectRoute(parts),
  cancelRoute(parts),
  getRoute(parts),
  listRoute(parts),
  listOwnRoute(parts),
]

const inviteRoute = (parts: OrganizationParts) =>
  serve(contract.inviteMember, async ({ caller, body }) => {
    const { email, role, teamId = null, resend = false } = body
    const { organizationId } = membershipMeant(caller, body)
    await spendInvitation(parts, caller.user.id)
    const wish = { organizationId, inviter: caller.user, email, role, teamId, resend }
    return presentInvitation(
      await work(parts.workshop, {}, (unit) => inviteMember(unit, parts, wish)),
    )
  })

const acceptRoute = (parts: OrganizationParts) =>
  serve(contract.acceptInvitation, async (call) => {
    const { caller, body } = call
    const { invitation, member } = await work(parts.workshop, {}, (unit) =>
      acceptInvitation(unit, parts, caller, body.invitationId),
    )
    giveActive(parts, call, invitation.organizationId)
    return { invitation: presentInvitation(invitation), member: presentMember(member) }
  })

const rejectRoute = (parts: OrganizationParts) =>
  serve(contract.rejectInvitation, async ({ caller, body }) => {
    const invitation = await work(parts.workshop, {}, (unit) =>
      rejectInvitation(unit, parts, caller, body.invitationId),
    )
    return { invitation: presentInvitation(invitation), member: null }
  })

const cancelRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.cancelInvitation, async ({ caller, body }) => {
    const canceling = { userId: caller.user.id, id: body.invitationId }
    return presentInvitation(await work(workshop, {}, (unit) => cancelInvitation(unit, canceling)))
  })

const getRoute = ({ workshop, clock, config }: OrganizationParts) =>
  serve(contract.getInvitation, async ({ caller: { user }, query }) => {
    const found = await findInvitationWithOrganization(workshop.database.kysely, query.id)
    const { invitationNeedsVerifiedEmail: needsVerifiedEmail } = config.organizations
    const facts = { invitation: found ?? null, user, needsVerifiedEmail }
    accept(decideRecipient(facts, clock.now()))
    assert(found !== undefined, 'who is the recipient of an invitation has one')
    const { organizationName, organizationSlug, inviterEmail } = found
    if (inviterEmail === null) throw new Problem('inviter_is_no_longer_a_member')
    return { ...presentInvitation(found), organizationName, organizationSlug, inviterEmail }
  })

const listRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.listInvitations, async ({ caller: { session, user }, query }) => {
    const { kysely } = workshop.database
    const organizationId = query.organizationId ?? session.activeOrganizationId
    if (organizationId === null) throw new Problem('organization_id_is_required')
    const member = await findMember(kysely, { organizationId, userId: user.id })
    if (member === undefined) throw new Problem('not_a_member_of_this_organization')
    return (await listInvitations(kysely, organizationId)).map(presentInvitation)
  })

const listOwnRoute = ({ workshop, clock, config }: OrganizationParts) =>
  serve(contract.listUserInvitations, async ({ caller: { user } }) => {
    const { invitationNeedsVerifiedEmail: needsVerifiedEmail } = config.organizations
    if (needsVerifiedEmail && !user.emailVerified) return []
    const { kysely } = workshop.database
    const found = await listOpenInvitationsTo(kysely, user.email, clock.now())
    return found.map((one) => ({
      ...presentInvitation(one),
      organizationName: one.organizationName,
    }))
  })
