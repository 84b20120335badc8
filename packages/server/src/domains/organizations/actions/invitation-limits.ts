import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { InvitationRow } from '../store/invitations.ts'
import type { OrganizationDeps } from './deps.ts'

const windowSeconds = 3_600
const invitationsOfUserMin = 100
const mailsOfOrganizationMax = 5
const mailsOfAddressMax = 10

/**
 * Counts per user rather than per session or organization, because a user can create more of those.
 * The limit still allows filling one organization at once.
 */
export const limitInvitations = (
  { limit, config }: OrganizationDeps,
  userId: Id<'user'>,
): Promise<void> => {
  const invitationsMax = Math.max(invitationsOfUserMin, config.organizations.invitationLimit)
  return limit('invitations', invitationsMax, windowSeconds, ['user', userId])
}

/**
 * Refuses when this organization has mailed the address too often. Answers false when all
 * organizations together have: then the invitation is created without a mail, so that a refusal
 * does not reveal what others sent.
 */
export async function allowInvitationMail(
  { limit }: OrganizationDeps,
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
