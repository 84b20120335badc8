import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrganization, type OrganizationRow } from '../store/organizations.ts'
import type { OrganizationParts } from './parts.ts'
import { requireRight, type Seller } from './seller.ts'

/**
 * Locks the organization for a seller who is about to change it. Their right is asked behind the
 * lock, under which roles change.
 */
export async function enterAsSeller(
  { tx }: Work,
  parts: OrganizationParts,
  seller: Seller,
  organizationId: Id<'organization'>,
): Promise<OrganizationRow> {
  const organization = await lockOrganization(tx, organizationId)
  await requireRight(tx, parts, seller, organizationId)
  assert(organization !== undefined, 'nobody has a right in an organization that is gone')
  return organization
}
