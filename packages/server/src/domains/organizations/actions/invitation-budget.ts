import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { InvitationRow } from '../store/invitations.ts'
import type { OrganizationParts } from './parts.ts'

const windowSeconds = 3_600
const invitationsOfUserMin = 100
const mailsOfOrganizationMax = 5
const mailsOfAddressMax = 10

/**
 * Counts an invitation of a user, in whichever session and organization: a new one of either is
 * soon made. Who may fill an organization in one go can.
 */
export const spendInvitation = (
  { limit, config }: OrganizationParts,
  userId: Id<'user'>,
): Promise<void> => {
  const invitationsMax = Math.max(invitationsOfUserMin, config.organizations.invitationLimit)
  return limit('invitations', invitationsMax, windowSeconds, ['user', userId])
}

/**
 * Counts a mail to an address; false where it had enough of them. The organization is told how
 * often it has written there itself. How often others have is not its business, so they use
 * nothing up for it but the mail: the invitation stands, and its link can be passed on.
 */
export async function spendInvitationMail(
  { limit }: OrganizationParts,
  { organizationId, email }: InvitationRow,
): Promise<boolean> {
  const toAddress = ['address', email]
  const ofOrganization = ['organization', organizationId, ...toAddress]
  await limit('invitations.mail-again', mailsOfOrganizationMax, windowSeconds, ofOrganization)
  try {
    await limit('invitations.mail', mailsOfAddressMax, windowSeconds, toAddress)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
