import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findBillingSettings } from '../../organizations/store/billing-settings.ts'

export type SubscriptionSettings = Awaited<ReturnType<typeof readSettings>>

/** How an organization wants its subscriptions billed. */
export async function readSettings(db: Kysely<Tables>, organizationId: Id<'organization'>) {
  const settings = (await findBillingSettings(db, [organizationId])).get(organizationId)
  assert(settings !== undefined, 'an organization with subscriptions exists')
  return settings
}
