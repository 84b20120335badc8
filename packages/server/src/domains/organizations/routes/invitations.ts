import * as contract from '@guildhall/contract/organizations/invitations'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideLastingAccess, isFresh } from '../../identity/rules/sessions/session-life.ts'
import {
  acceptInvitation,
  cancelInvitation,
  recipientFacts,
  rejectInvitation,
} from '../actions/close-invitation.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { limitInvitations } from '../actions/invitation-limits.ts'
import { hasInvitationSecret } from '../actions/invitation-secret.ts'
import { inviteMember } from '../actions/invite-member.ts'
import { presentInvitation, presentMember } from '../present/organization.ts'
import { decideLinkReader, decideRecipient, visibleInvitations } from '../rules/invitations.ts'
import {
  findInvitationWithOrganization,
  listInvitations,
  listOpenInvitationsTo,
} from '../store/invitations.ts'
import { findMember } from '../store/members.ts'
import { sendActiveOrganization } from './active-organization.ts'
import { resolveMembership } from './resolve-membership.ts'

export const invitationRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  inviteRoute(deps),
  acceptRoute(deps),
  rejectRoute(deps),
  cancelRoute(deps),
  getRoute(deps),
  readLinkRoute(deps),
  listRoute(deps),
  listOwnRoute(deps),
]

const inviteRoute = (deps: OrganizationDeps) =>
  serve(contract.inviteMember, async (call) => {
    const { caller, body } = call
    const { email, role, teamId = null, resend = false } = body
    const { organizationId } = resolveMembership(caller, body, 'organization_not_found')
    accept(decideLastingAccess(caller.session))
    await limitInvitations(deps, caller.user.id)
    const input = {
      organizationId,
      inviter: caller.user,
      email,
      role,
      teamId,
      resend,
      isFresh: isFresh(caller.session, deps.config.sessions, deps.clock.now()),
    }
    return runUnitOfWork(deps.uowFactory, {}, async (uow) =>
      call.finish(uow, presentInvitation(await inviteMember(uow, deps, input))),
    )
  })

const acceptRoute = (deps: OrganizationDeps) =>
  serve(contract.acceptInvitation, async (call) => {
    const { caller, body } = call
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const { invitation, member } = await acceptInvitation(uow, deps, caller, body.invitationId)
      sendActiveOrganization(deps, call, invitation.organizationId)
      const answer = { invitation: presentInvitation(invitation), member: presentMember(member) }
      return call.finish(uow, answer)
    })
  })

const rejectRoute = (deps: OrganizationDeps) =>
  serve(contract.rejectInvitation, async (call) => {
    const { caller, body } = call
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const invitation = await rejectInvitation(uow, deps, caller, body.invitationId)
      return call.finish(uow, { invitation: presentInvitation(invitation), member: null })
    })
  })

const cancelRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.cancelInvitation, async (call) => {
    const invitation = { userId: call.caller.user.id, id: call.body.invitationId }
    return runUnitOfWork(uowFactory, {}, async (uow) =>
      call.finish(uow, presentInvitation(await cancelInvitation(uow, invitation))),
    )
  })

const getRoute = (deps: OrganizationDeps) =>
  serve(contract.getInvitation, async ({ caller: { user }, query }) => {
    const { id, secret } = query.id
    const found = await findInvitationWithOrganization(deps.uowFactory.database.kysely, id)
    const facts = recipientFacts(deps, { invitation: found ?? null, user, secret })
    accept(decideRecipient(facts, deps.clock.now()))
    assert(found !== undefined, 'a missing invitation has no recipient')
    const { organizationName, organizationSlug, inviterEmail } = found
    if (inviterEmail === null) throw new Problem('inviter_is_no_longer_a_member')
    return { ...presentInvitation(found), organizationName, organizationSlug, inviterEmail }
  })

const readLinkRoute = ({ uowFactory, clock, keyring }: OrganizationDeps) =>
  serve(contract.readInvitationLink, async ({ query }) => {
    const { id, secret } = query.id
    const found = await findInvitationWithOrganization(uowFactory.database.kysely, id)
    const invitation = found ?? null
    const hasSecret = hasInvitationSecret(keyring, invitation, secret)
    const inviterIsMember = invitation !== null && invitation.inviterEmail !== null
    accept(decideLinkReader({ invitation, hasSecret, inviterIsMember }, clock.now()))
    assert(found !== undefined, 'a missing invitation is not readable')
    const { email, organizationName, inviterName, inviterEmail } = found
    assert(inviterName !== null && inviterEmail !== null, 'an inviter who is a member has a name')
    return { email, organizationName, inviterName, inviterEmail }
  })

const listRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.listInvitations, async ({ caller: { session, user }, query }) => {
    const { kysely } = uowFactory.database
    const organizationId = query.organizationId ?? session.activeOrganizationId
    if (organizationId === null) throw new Problem('organization_id_is_required')
    const member = await findMember(kysely, { organizationId, userId: user.id })
    if (member === undefined) throw new Problem('not_a_member_of_this_organization')
    const invitations = await listInvitations(kysely, organizationId)
    return visibleInvitations(member.role, invitations).map(presentInvitation)
  })

const listOwnRoute = ({ uowFactory, clock, config }: OrganizationDeps) =>
  serve(contract.listUserInvitations, async ({ caller: { user } }) => {
    const { invitationNeedsVerifiedEmail: needsVerifiedEmail } = config.organizations
    if (needsVerifiedEmail && !user.emailVerified) return []
    const { kysely } = uowFactory.database
    const found = await listOpenInvitationsTo(kysely, user.email, clock.now())
    return found.map((invitation) => ({
      ...presentInvitation(invitation),
      organizationName: invitation.organizationName,
    }))
  })
