import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { lockUser, type SignedIn } from '../../identity/index.ts'
import { decideAcceptance, decideRecipient } from '../rules/invitations.ts'
import { activateOrganization } from '../store/active-organization.ts'
import { closeInvitation, findInvitation, type InvitationRow } from '../store/invitations.ts'
import { countMembers, findMember, type MemberRow } from '../store/members.ts'
import { lockOrganization } from '../store/organizations.ts'
import { countTeamMembers } from '../store/teams.ts'
import { invitationEvent } from './invitation-events.ts'
import { join } from './join.ts'
import type { OrganizationParts } from './parts.ts'

interface Accepted {
  readonly invitation: InvitationRow
  readonly member: MemberRow
}

/** Makes the recipient a member, once, and the organization the session's active one. */
export async function acceptInvitation(
  work: Work,
  parts: OrganizationParts,
  { user, session }: SignedIn,
  id: Id<'invitation'>,
): Promise<Accepted> {
  const open = await lockOpen(work, parts, { userId: user.id, id })
  const member = await takeSeat(work, parts, { invitation: open, userId: user.id })
  const invitation = await close(work, open, 'accepted')
  const { organizationId } = invitation
  const activation = { sessionId: session.id, userId: user.id, organizationId }
  assert(await activateOrganization(work.tx, activation), 'whoever has just joined is a member')
  return { invitation, member }
}

export async function rejectInvitation(
  work: Work,
  parts: OrganizationParts,
  { user }: SignedIn,
  id: Id<'invitation'>,
): Promise<InvitationRow> {
  return close(work, await lockOpen(work, parts, { userId: user.id, id }), 'rejected')
}

interface Answer {
  readonly userId: Id<'user'>
  readonly id: Id<'invitation'>
}

/**
 * The open invitation, for its recipient. The user's row is held, so that the address stays what
 * it is compared as, and nobody joins who is being deleted. Then the organization's; an invitation
 * that was open before and is not any more was answered or canceled while we waited for that.
 */
async function lockOpen(
  { tx, now }: Work,
  { config }: OrganizationParts,
  { userId, id }: Answer,
): Promise<InvitationRow> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Problem('unauthorized')
  const { invitationNeedsVerifiedEmail: needsVerifiedEmail } = config.organizations
  const seen = await findInvitation(tx, id)
  accept(decideRecipient({ invitation: seen ?? null, user, needsVerifiedEmail }, now))
  assert(seen !== undefined, 'who is the recipient of an invitation has one')
  await lockOrganization(tx, seen.organizationId)
  const open = await findInvitation(tx, id)
  if (open?.status !== 'pending') throw new Problem('failed_to_retrieve_invitation')
  return open
}

interface Seat {
  readonly invitation: InvitationRow
  readonly userId: Id<'user'>
}

/** The membership of the recipient: the one they have already, or a new one. */
async function takeSeat(
  work: Work,
  { config: { organizations, teams } }: OrganizationParts,
  { invitation, userId }: Seat,
): Promise<MemberRow> {
  const { tx } = work
  const { organizationId, inviterId, role } = invitation
  const teamId = teams.enabled ? invitation.teamId : null
  const existing = await findMember(tx, { organizationId, userId })
  const inviter = await findMember(tx, { organizationId, userId: inviterId })
  const plan = accept(
    decideAcceptance({
      isInviterMember: inviter !== undefined,
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
  if (plan === 'join') return join(work, { organizationId, userId, role, teamId })
  assert(existing !== undefined, 'who stays a member is one')
  return existing
}

async function close(
  work: Work,
  open: InvitationRow,
  status: 'accepted' | 'rejected',
): Promise<InvitationRow> {
  const closed = await closeInvitation(work.tx, open, status)
  if (closed === undefined) throw new Problem('failed_to_retrieve_invitation')
  work.record(invitationEvent('invitation.updated', closed))
  return closed
}
