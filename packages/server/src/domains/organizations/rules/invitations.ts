import type { InvitationStatus } from '@guildhall/contract/organizations/roles'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { decideSeat, decideTeam, type SeatFacts, type TeamFacts } from './joining.ts'
import { decideRoles, isOwner, mayIn } from './roles.ts'
import { decideTeamJoining } from './teams.ts'

interface InvitationState {
  readonly status: InvitationStatus
  readonly expiresAt: Date
}

const isOpen = ({ status, expiresAt }: InvitationState, now: Date): boolean =>
  status === 'pending' && expiresAt > now

/** The roles in stored form; only owners invite owners. */
export function decideInvitedRole(
  inviterRole: string,
  requested: string | readonly string[],
): string | Refusal<'role_not_found' | 'not_allowed_to_invite_with_role'> {
  const roles = decideRoles(requested)
  if (typeof roles !== 'string') return roles
  const isEscalation = isOwner(roles) && !isOwner(inviterRole)
  return isEscalation ? refuse('not_allowed_to_invite_with_role') : roles
}

/** An owner can remove all others, so an unattended browser must not invite one. */
export const decideOwnerInvitation = (
  invitedRole: string,
  isFresh: boolean,
): Refusal<'session_is_not_fresh'> | null =>
  isOwner(invitedRole) && !isFresh ? refuse('session_is_not_fresh') : null

export const decideMayInvite = (role: string): Refusal<'not_allowed_to_invite'> | null =>
  mayIn(role, 'invitation', 'create') ? null : refuse('not_allowed_to_invite')

/** Members who may not invite see neither whom others have invited nor as what. */
export const visibleInvitations = <I extends Pick<InvitationState, 'status'>>(
  role: string,
  invitations: readonly I[],
): readonly I[] =>
  mayIn(role, 'invitation', 'create')
    ? invitations
    : invitations.filter(({ status }) => status !== 'pending')

interface InvitingFacts {
  /** Whether a member has this address. */
  readonly isMember: boolean
  /** The address's unanswered invitation, which may have expired. */
  readonly pending: Pick<InvitationState, 'expiresAt'> | null
  readonly resend: boolean
  /** All open invitations of the organization, including this address's. */
  readonly open: number
  readonly openMax: number
  readonly team: TeamFacts | null
}

type InvitingRefusal =
  | Refusal<'user_is_already_a_member' | 'user_is_already_invited' | 'invitation_limit_reached'>
  | ReturnType<typeof decideTeam>

/** Whether an address may be invited. An expired invitation never prevents a new one. */
export function decideInviting(facts: InvitingFacts, now: Date): InvitingRefusal {
  const { isMember, pending, resend, open, openMax, team } = facts
  if (isMember) return refuse('user_is_already_a_member')
  const isInvited = pending !== null && pending.expiresAt > now
  if (isInvited && !resend) return refuse('user_is_already_invited')
  if (open - (isInvited ? 1 : 0) >= openMax) return refuse('invitation_limit_reached')
  return decideTeam(team)
}

interface RecipientFacts {
  /** Null if there is no such invitation. */
  readonly invitation: (InvitationState & { readonly email: string }) | null
  /** The caller as stored now. Both addresses are stored in lower case. */
  readonly user: { readonly email: string; readonly emailVerified: boolean }
  /** Whether the caller has shown the secret of the mailed link. */
  readonly hasSecret: boolean
  readonly needsVerifiedEmail: boolean
}

type RecipientRefusal = Refusal<
  'invitation_not_found' | 'not_the_recipient' | 'invitation_email_not_verified'
>

/**
 * Whether a user may see and answer an invitation. Anyone can sign up with an address, so it must be
 * verified; the secret of the mailed link also proves who reads the mailbox.
 */
export function decideRecipient(facts: RecipientFacts, now: Date): RecipientRefusal | null {
  const { invitation, user, hasSecret, needsVerifiedEmail } = facts
  if (invitation === null || !isOpen(invitation, now)) return refuse('invitation_not_found')
  if (invitation.email !== user.email) return refuse('not_the_recipient')
  const isUnverified = needsVerifiedEmail && !user.emailVerified && !hasSecret
  return isUnverified ? refuse('invitation_email_not_verified') : null
}

interface LinkFacts {
  /** Null if there is no such invitation. */
  readonly invitation: InvitationState | null
  readonly hasSecret: boolean
  readonly inviterIsMember: boolean
}

/**
 * Whether a visitor may read whose invitation it is. An id alone, which may be known or guessed,
 * gets the answer of one that nobody has.
 */
export function decideLinkReader(
  { invitation, hasSecret, inviterIsMember }: LinkFacts,
  now: Date,
): Refusal<'invitation_not_found'> | null {
  const isReadable = invitation !== null && isOpen(invitation, now) && hasSecret && inviterIsMember
  return isReadable ? null : refuse('invitation_not_found')
}

interface AcceptanceFacts extends SeatFacts {
  /** Null if the inviter is no longer a member. */
  readonly inviterRole: string | null
  /** The role that the invitation gives. */
  readonly invitedRole: string
  readonly isMember: boolean
  /** Null if the invitation names no team, or one that was removed. */
  readonly team: Parameters<typeof decideTeamJoining>[0] | null
}

type AcceptanceRefusal = Refusal<
  | 'inviter_is_no_longer_a_member'
  | 'inviter_is_no_longer_allowed'
  | 'membership_limit_reached'
  | 'team_member_limit_reached'
>

/**
 * A member's roles stay as they are when they accept an older invitation. An invitation is worth
 * what its inviter may give now, so a demoted owner leaves no way back in.
 */
export function decideAcceptance(facts: AcceptanceFacts): 'join' | 'stay' | AcceptanceRefusal {
  const { isMember, inviterRole, invitedRole } = facts
  if (isMember) return 'stay'
  if (inviterRole === null) return refuse('inviter_is_no_longer_a_member')
  const refused = decideMayInvite(inviterRole) ?? decideInvitedRole(inviterRole, invitedRole)
  if (isRefused(refused)) return refuse('inviter_is_no_longer_allowed')
  const inTeam = facts.team === null ? null : decideTeamJoining(facts.team)
  return decideSeat(facts) ?? inTeam ?? 'join'
}

interface CancellationFacts {
  /** The role of the caller. */
  readonly role: string
  readonly status: InvitationStatus
}

type CancellationRefusal = Refusal<'not_allowed_to_cancel_invitation' | 'invitation_not_found'>

/** Expired invitations can be canceled too, because lists still show them as pending. */
export function decideCancellation({
  role,
  status,
}: CancellationFacts): CancellationRefusal | null {
  if (!mayIn(role, 'invitation', 'cancel')) return refuse('not_allowed_to_cancel_invitation')
  return status === 'pending' ? null : refuse('invitation_not_found')
}
