import type { RefusalCode } from '@guildhall/contract/refusals'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { findMember, type MemberRow, type Membership } from '../store/members.ts'
import { lockOrganization, type OrganizationRow } from '../store/organizations.ts'

export interface Entered {
  readonly organization: OrganizationRow
  /** The membership of the one who acts, as of now. */
  readonly member: MemberRow
}

/**
 * Locks the organization for one of its members who is about to change something in it. Somebody
 * who is no member gets the refusal that the call has for strangers, and can't tell by it whether
 * there is such an organization.
 */
export async function enterLocked(
  { tx }: Work,
  membership: Membership,
  stranger: RefusalCode,
): Promise<Entered> {
  const organization = await lockOrganization(tx, membership.organizationId)
  const member = organization && (await findMember(tx, membership))
  if (organization === undefined || member === undefined) throw new Problem(stranger)
  return { organization, member }
}
