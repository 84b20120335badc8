import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import { canMail, siteOf, type UserRow } from '../../identity/index.ts'
import { invitationMessage } from '../messages/invitation.ts'
import type { InvitationRow } from '../store/invitations.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import { spendInvitationMail } from './invitation-budget.ts'
import type { OrganizationParts } from './parts.ts'

interface InvitationMail {
  readonly invitation: InvitationRow
  readonly organization: OrganizationRow
  readonly inviter: UserRow
}

/** Without a mail the invitation is good all the same: its link can be passed on. */
export async function mailInvitation(
  work: Work,
  parts: OrganizationParts,
  { invitation, organization, inviter }: InvitationMail,
): Promise<void> {
  const { config, keyring } = parts
  if (!canMail(config) || !(await spendInvitationMail(parts, invitation))) return
  const { id, email, role, expiresAt } = invitation
  const message = invitationMessage({
    site: siteOf(parts),
    email,
    organization: organization.name,
    inviter,
    role,
    expiresAt,
    url: `${config.server.url}/accept-invitation/${id}`,
  })
  // Whose name belongs to the address, nobody has proved.
  await queueMail(work, keyring, { to: { address: email, name: null }, ...message })
}
