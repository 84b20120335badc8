import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { readEmail } from '../../identity/rules/users/email.ts'
import type { UserRow } from '../../identity/store/users/users.ts'
import { invitationMessage } from '../messages/invitation.ts'
import {
  decideInvitedRole,
  decideInviting,
  decideMayInvite,
  decideOwnerInvitation,
} from '../rules/invitations.ts'
import {
  closeInvitation,
  countOpenInvitations,
  findPendingInvitation,
  type InvitationRow,
  insertInvitation,
} from '../store/invitations.ts'
import { findMemberByEmailWithPerson } from '../store/members.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import { authorizeMember } from './authorize-member.ts'
import type { OrganizationDeps } from './deps.ts'
import { allowInvitationMail } from './invitation-limits.ts'
import { invitationSecret } from './invitation-secret.ts'
import { invitationEvent } from './organization-events.ts'
import { resolveTeam } from './resolve-team.ts'

interface InvitationInput {
  readonly organizationId: Id<'organization'>
  readonly inviter: UserRow
  /** As it was typed. */
  readonly email: string
  readonly role: string | readonly string[]
  readonly teamId: Id<'team'> | null
  /** Whether to replace an open invitation. */
  readonly resend: boolean
  /** Whether the inviter signed in recently. */
  readonly isFresh: boolean
}

/** Does not look up users by the address, so a caller can't find out whether one exists. */
export async function inviteMember(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  input: InvitationInput,
): Promise<InvitationRow> {
  const { organizationId, inviter, teamId } = input
  const by = { organizationId, userId: inviter.id }
  const { organization, member } = await authorizeMember(uow, by, 'member_not_found')
  accept(decideMayInvite(member.role))
  const email = accept(readEmail(input.email))
  const role = accept(decideInvitedRole(member.role, input.role))
  accept(decideOwnerInvitation(role, input.isFresh))
  await replacePending(uow, deps, { ...input, email })
  const { invitationSeconds } = deps.config.lifetimes
  const invitation = await insertInvitation(uow.tx, {
    organizationId,
    id: uow.newId('invitation'),
    email,
    role,
    teamId,
    inviterId: inviter.id,
    createdAt: uow.now,
    expiresAt: new Date(uow.now.getTime() + invitationSeconds * 1000),
  })
  uow.record(invitationEvent('invitation.created', invitation))
  await mailInvitation(uow, deps, { invitation, organization, inviter })
  return invitation
}

/**
 * Cancels a pending invitation of the address, expired or not. Resending creates a new invitation
 * rather than mailing the old link again: that link may have been forwarded, and an invitation
 * keeps the role it was sent with.
 */
async function replacePending(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  { organizationId, email, resend, teamId }: Omit<InvitationInput, 'inviter' | 'role' | 'isFresh'>,
): Promise<void> {
  const { tx, now } = uow
  const member = await findMemberByEmailWithPerson(tx, organizationId, email)
  const pending = await findPendingInvitation(tx, { organizationId, email })
  const facts = {
    isMember: member !== undefined,
    pending: pending ?? null,
    resend,
    open: await countOpenInvitations(tx, organizationId, now),
    openMax: deps.config.organizations.invitationLimit,
    team: await resolveTeam(uow, deps, { organizationId, teamId }),
  }
  accept(decideInviting(facts, now))
  if (pending === undefined) return
  const canceled = await closeInvitation(tx, pending, 'canceled')
  assert(canceled !== undefined, 'the lock of the organization keeps the invitation pending')
  uow.record(invitationEvent('invitation.updated', canceled))
}

interface InvitationMail {
  readonly invitation: InvitationRow
  readonly organization: OrganizationRow
  readonly inviter: UserRow
}

/** An invitation is valid without the mail too, because its link can be shared. */
async function mailInvitation(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  { invitation, organization, inviter }: InvitationMail,
): Promise<void> {
  const { config, keyring } = deps
  if (!canSendMail(config) || !(await allowInvitationMail(deps, invitation))) return
  const { id, email, role, expiresAt } = invitation
  const message = invitationMessage({
    site: siteHost(deps),
    email,
    organization: organization.name,
    inviter,
    role,
    expiresAt,
    url: `${config.server.url}/accept-invitation/${id}.${invitationSecret(keyring, invitation)}`,
  })
  // Without a name, because the owner of the address is not verified.
  await queueMail(uow, keyring, { to: { address: email, name: null }, ...message })
}
