import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { lockUser, type UserRow } from '../../identity/store/users/users.ts'
import { decideAcceptance, decideCancellation, decideRecipient } from '../rules/invitations.ts'
import { activateOrganization } from '../store/active-organization.ts'
import { closeInvitation, findInvitation, type InvitationRow } from '../store/invitations.ts'
import { countMembers, findMember, type MemberRow } from '../store/members.ts'
import { lockOrganization } from '../store/organizations.ts'
import { countTeamMembers } from '../store/teams.ts'
import { authorizeMember } from './authorize-member.ts'
import type { OrganizationDeps } from './deps.ts'
import { hasInvitationSecret } from './invitation-secret.ts'
import { createMember } from './members.ts'
import { invitationEvent } from './organization-events.ts'

interface Acceptance {
  readonly invitation: InvitationRow
  readonly member: MemberRow
}

/** The organization becomes the session's active one. */
export async function acceptInvitation(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  { user, session }: SignedIn,
  given: GivenInvitation,
): Promise<Acceptance> {
  const open = await lockOpenInvitation(uow, deps, { userId: user.id, ...given })
  const member = await findOrCreateMember(uow, deps, { invitation: open, userId: user.id })
  const invitation = await close(uow, open, 'accepted')
  const { organizationId } = invitation
  const activation = { sessionId: session.id, userId: user.id, organizationId }
  assert(await activateOrganization(uow.tx, activation), 'the user has just become a member')
  return { invitation, member }
}

export async function rejectInvitation(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  { user }: SignedIn,
  given: GivenInvitation,
): Promise<InvitationRow> {
  return close(uow, await lockOpenInvitation(uow, deps, { userId: user.id, ...given }), 'rejected')
}

interface GivenInvitation {
  readonly id: Id<'invitation'>
  /** From the mailed link; null if only the id is known. */
  readonly secret: string | null
}

interface InvitationOfUser {
  readonly userId: Id<'user'>
  readonly id: Id<'invitation'>
}

export async function cancelInvitation(
  uow: UnitOfWork,
  { userId, id }: InvitationOfUser,
): Promise<InvitationRow> {
  const found = await findInvitation(uow.tx, id)
  if (found === undefined) throw new Problem('invitation_not_found')
  const by = { organizationId: found.organizationId, userId }
  const { member } = await authorizeMember(uow, by, 'member_not_found')
  accept(decideCancellation({ role: member.role, status: found.status }))
  return close(uow, found, 'canceled')
}

/**
 * Locks the user's row first, so that neither the address changes nor the user is deleted, and then
 * the organization's. The invitation may have been closed while this waited for the second lock.
 */
async function lockOpenInvitation(
  { tx, now }: UnitOfWork,
  deps: OrganizationDeps,
  { userId, id, secret }: InvitationOfUser & GivenInvitation,
): Promise<InvitationRow> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Problem('unauthorized')
  const found = await findInvitation(tx, id)
  accept(decideRecipient(recipientFacts(deps, { invitation: found ?? null, user, secret }), now))
  assert(found !== undefined, 'a missing invitation has no recipient')
  await lockOrganization(tx, found.organizationId)
  const open = await findInvitation(tx, id)
  if (open?.status !== 'pending') throw new Problem('failed_to_retrieve_invitation')
  return open
}

interface Presented<I extends InvitationRow> {
  readonly invitation: I | null
  readonly user: UserRow
  readonly secret: string | null
}

export const recipientFacts = <I extends InvitationRow>(
  { config, keyring }: OrganizationDeps,
  { invitation, user, secret }: Presented<I>,
) => ({
  invitation,
  user,
  hasSecret: hasInvitationSecret(keyring, invitation, secret),
  needsVerifiedEmail: config.organizations.invitationNeedsVerifiedEmail,
})

interface Recipient {
  readonly invitation: InvitationRow
  readonly userId: Id<'user'>
}

async function findOrCreateMember(
  uow: UnitOfWork,
  { config: { organizations, teams } }: OrganizationDeps,
  { invitation, userId }: Recipient,
): Promise<MemberRow> {
  const { tx } = uow
  const { organizationId, inviterId, role } = invitation
  const teamId = teams.enabled ? invitation.teamId : null
  const existing = await findMember(tx, { organizationId, userId })
  const inviter = await findMember(tx, { organizationId, userId: inviterId })
  const plan = accept(
    decideAcceptance({
      inviterRole: inviter?.role ?? null,
      invitedRole: role,
      isMember: existing !== undefined,
      members: await countMembers(tx, organizationId),
      membersMax: organizations.memberLimit,
      team:
        teamId === null
          ? null
          : {
              others: await countTeamMembers(tx, { organizationId, teamId }),
              membersMax: teams.memberLimit,
            },
    }),
  )
  if (plan === 'join') return createMember(uow, { organizationId, userId, role, teamId })
  assert(existing !== undefined, 'only members keep a membership')
  return existing
}

/** The invitation may have been closed by another call meanwhile. */
async function close(
  uow: UnitOfWork,
  open: InvitationRow,
  status: 'accepted' | 'rejected' | 'canceled',
): Promise<InvitationRow> {
  const closed = await closeInvitation(uow.tx, open, status)
  if (closed === undefined) throw new Problem('failed_to_retrieve_invitation')
  uow.record(invitationEvent('invitation.updated', closed))
  return closed
}
