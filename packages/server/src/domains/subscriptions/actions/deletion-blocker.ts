import { assert } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { OrganizationDeletionBlocker } from '../../../platform/hooks.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { countPaidSubscriptions } from '../store/subscriptions.ts'

/** An organization can’t be deleted while customers pay for subscriptions. */
export const deletionBlocker: OrganizationDeletionBlocker = async (tx, organizationId) => {
  const count = await countPaidSubscriptions(tx, organizationId)
  if (count === 0) return null
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'the organization to delete exists')
  const subscriptions = count === 1 ? 'one paid subscription' : `${count} paid subscriptions`
  return refuse('organization_has_subscriptions', {
    organization: organization.name,
    subscriptions,
  })
}
