import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { readEmail, type UserRow } from '../../identity/index.ts'
import { decideInvitedRole, decideInviting, decideMayInvite } from '../rules/invitations.ts'
import {
  closeInvitation,
  countOpenInvitations,
  findPendingInvitation,
  type InvitationRow,
  insertInvitation,
} from '../store/invitations.ts'
import { findMemberByEmailWithPerson } from '../store/members.ts'
import { enterLocked } from './enter.ts'
import { invitationEvent } from './invitation-events.ts'
import { mailInvitation } from './mail-invitation.ts'
import type { OrganizationParts } from './parts.ts'
import { teamWanted } from './team-wanted.ts'

interface InvitationWish {
  readonly organizationId: Id<'organization'>
  readonly inviter: UserRow
  /** As they were typed. */
  readonly email: string
  readonly role: string | readonly string[]
  readonly teamId: Id<'team'> | null
  /** Whether a new invitation may take the place of an open one. */
  readonly resend: boolean
}

/** Whether somebody has the address as a user is not asked, so nobody learns it here. */
export async function inviteMember(
  work: Work,
  parts: OrganizationParts,
  wish: InvitationWish,
): Promise<InvitationRow> {
  const { organizationId, inviter, teamId } = wish
  const by = { organizationId, userId: inviter.id }
  const { organization, member } = await enterLocked(work, by, 'member_not_found')
  accept(decideMayInvite(member.role))
  const email = accept(readEmail(wish.email))
  const role = accept(decideInvitedRole(member.role, wish.role))
  await makeRoom(work, parts, { ...wish, email })
  const { invitationSeconds } = parts.config.lifetimes
  const invitation = await insertInvitation(work.tx, {
    organizationId,
    id: work.newId('invitation'),
    email,
    role,
    teamId,
    inviterId: inviter.id,
    createdAt: work.now,
    expiresAt: new Date(work.now.getTime() + invitationSeconds * 1000),
  })
  work.record(invitationEvent('invitation.created', invitation))
  await mailInvitation(work, parts, { invitation, organization, inviter })
  return invitation
}

/**
 * What is pending for the address is canceled, whether it is over or a new one is to replace it.
 * A new one, and not the old one again: what was mailed earlier, and to where it may have been
 * passed on since, is good for nothing then, and each keeps the role that it was sent with.
 */
async function makeRoom(
  work: Work,
  parts: OrganizationParts,
  { organizationId, email, resend, teamId }: Omit<InvitationWish, 'inviter' | 'role'>,
): Promise<void> {
  const { tx, now } = work
  const member = await findMemberByEmailWithPerson(tx, organizationId, email)
  const pending = await findPendingInvitation(tx, { organizationId, email })
  const facts = {
    isMember: member !== undefined,
    pending: pending ?? null,
    resend,
    open: await countOpenInvitations(tx, organizationId, now),
    openMax: parts.config.organizations.invitationLimit,
    team: await teamWanted(work, parts, { organizationId, teamId }),
  }
  accept(decideInviting(facts, now))
  if (pending === undefined) return
  const canceled = await closeInvitation(tx, pending, 'canceled')
  assert(canceled !== undefined, 'what is pending stays so under the lock of the organization')
  work.record(invitationEvent('invitation.updated', canceled))
}
