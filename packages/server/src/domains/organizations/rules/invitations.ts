import type { InvitationStatus } from '@guildhall/contract/organizations/roles'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { decideSeat, decideTeam, type SeatFacts, type TeamFacts } from './joining.ts'
import { decideRoles, isOwner, mayIn } from './roles.ts'
import { decideTeamJoining } from './teams.ts'

interface InvitationLife {
  readonly status: InvitationStatus
  readonly expiresAt: Date
}

const isOpen = ({ status, expiresAt }: InvitationLife, now: Date): boolean =>
  status === 'pending' && expiresAt > now

/** The roles that somebody may invite with: only an owner makes an owner. */
export function decideInvitedRole(
  inviterRole: string,
  asked: string | readonly string[],
): string | Refusal<'role_not_found' | 'not_allowed_to_invite_with_role'> {
  const roles = decideRoles(asked)
  if (typeof roles !== 'string') return roles
  const isTooMuch = isOwner(roles) && !isOwner(inviterRole)
  return isTooMuch ? refuse('not_allowed_to_invite_with_role') : roles
}

export const decideMayInvite = (role: string): Refusal<'not_allowed_to_invite'> | null =>
  mayIn(role, 'invitation', 'create') ? null : refuse('not_allowed_to_invite')

interface InvitingFacts {
  /** Whether the address is a member's. */
  readonly isMember: boolean
  /** The invitation of this address that nobody has answered. */
  readonly pending: Pick<InvitationLife, 'expiresAt'> | null
  readonly resend: boolean
  /** Open ones of the organization, with that of this address. */
  readonly open: number
  readonly openMax: number
  readonly team: TeamFacts | null
}

type InvitingRefusal =
  | Refusal<'user_is_already_a_member' | 'user_is_already_invited' | 'invitation_limit_reached'>
  | ReturnType<typeof decideTeam>

/**
 * Whether an address may be invited; what is pending for it makes room then. An invitation that
 * is over never stands in the way of a new one.
 */
export function decideInviting(facts: InvitingFacts, now: Date): InvitingRefusal {
  const { isMember, pending, resend, open, openMax, team } = facts
  if (isMember) return refuse('user_is_already_a_member')
  const isInvited = pending !== null && pending.expiresAt > now
  if (isInvited && !resend) return refuse('user_is_already_invited')
  if (open - (isInvited ? 1 : 0) >= openMax) return refuse('invitation_limit_reached')
  return decideTeam(team)
}

interface RecipientFacts {
  /** Null where there is no such invitation. */
  readonly invitation: (InvitationLife & { readonly email: string }) | null
  /** Whoever asks, as they are now. Addresses are kept in lower case on both sides. */
  readonly user: { readonly email: string; readonly emailVerified: boolean }
  readonly needsVerifiedEmail: boolean
}

type RecipientRefusal = Refusal<
  'invitation_not_found' | 'not_the_recipient' | 'invitation_email_not_verified'
>

/** Whether somebody may see and answer an invitation. Its id is no secret: the address decides. */
export function decideRecipient(facts: RecipientFacts, now: Date): RecipientRefusal | null {
  const { invitation, user, needsVerifiedEmail } = facts
  if (invitation === null || !isOpen(invitation, now)) return refuse('invitation_not_found')
  if (invitation.email !== user.email) return refuse('not_the_recipient')
  const isUnproved = needsVerifiedEmail && !user.emailVerified
  return isUnproved ? refuse('invitation_email_not_verified') : null
}

interface AcceptanceFacts extends SeatFacts {
  readonly isInviterMember: boolean
  readonly isMember: boolean
  /** Null where the invitation names none, or none that is there any more. */
  readonly team: Parameters<typeof decideTeamJoining>[0] | null
}

type AcceptanceRefusal = Refusal<
  'inviter_is_no_longer_a_member' | 'membership_limit_reached' | 'team_member_limit_reached'
>

/** Who is a member already stays what they are: an older invitation doesn't change their roles. */
export function decideAcceptance(facts: AcceptanceFacts): 'join' | 'stay' | AcceptanceRefusal {
  if (facts.isMember) return 'stay'
  if (!facts.isInviterMember) return refuse('inviter_is_no_longer_a_member')
  const inTeam = facts.team === null ? null : decideTeamJoining(facts.team)
  return decideSeat(facts) ?? inTeam ?? 'join'
}

interface CancelingFacts {
  /** Of the one who cancels. */
  readonly role: string
  readonly status: InvitationStatus
}

type CancelingRefusal = Refusal<'not_allowed_to_cancel_invitation' | 'invitation_not_found'>

/** One that is over may be canceled too: it still stands in the list as pending. */
export function decideCanceling({ role, status }: CancelingFacts): CancelingRefusal | null {
  if (!mayIn(role, 'invitation', 'cancel')) return refuse('not_allowed_to_cancel_invitation')
  return status === 'pending' ? null : refuse('invitation_not_found')
}
