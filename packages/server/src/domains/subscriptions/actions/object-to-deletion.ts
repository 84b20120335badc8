import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findOrganization } from '../../organizations/index.ts'
import { countPaying } from '../store/paying.ts'

/** What subscriptions have against the deletion of an organization: somebody pays for them. */
export async function objectToDeletion(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<Refusal<'organization_has_subscriptions'> | null> {
  const count = await countPaying(tx, organizationId)
  if (count === 0) return null
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'what is to be deleted is there')
  const subscriptions = count === 1 ? 'one paid subscription' : `${count} paid subscriptions`
  return refuse('organization_has_subscriptions', {
    organization: organization.name,
    subscriptions,
  })
}
