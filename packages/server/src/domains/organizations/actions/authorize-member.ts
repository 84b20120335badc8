import type { RefusalCode } from '@guildhall/contract/refusals'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findMember, type MemberRow, type Membership } from '../store/members.ts'
import { lockOrganization, type OrganizationRow } from '../store/organizations.ts'

interface AuthorizedMember {
  readonly organization: OrganizationRow
  /** The caller's current membership. */
  readonly member: MemberRow
}

/**
 * Locks the organization for a member who is about to change something in it. Other users get the
 * same refusal whether or not the organization exists.
 */
export async function authorizeMember(
  { tx }: UnitOfWork,
  membership: Membership,
  refusal: RefusalCode,
): Promise<AuthorizedMember> {
  const organization = await lockOrganization(tx, membership.organizationId)
  const member = organization && (await findMember(tx, membership))
  if (organization === undefined || member === undefined) throw new Problem(refusal)
  return { organization, member }
}
