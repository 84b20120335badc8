import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findBillingSettings } from '../../organizations/store/billing-settings.ts'
import type { PortalDeps } from './deps.ts'

/** Refuses plan changes where the seller does not let customers make them. */
export async function requirePlanChanges(
  { uowFactory }: Pick<PortalDeps, 'uowFactory'>,
  { organizationId }: { readonly organizationId: Id<'organization'> },
): Promise<void> {
  const isAllowed = await allowsPlanChanges(uowFactory.database.kysely, organizationId)
  if (!isAllowed) throw new Problem('portal_plan_change_off', { loc: ['body', 'product_id'] })
}

export async function allowsPlanChanges(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<boolean> {
  const settings = await findBillingSettings(db, [organizationId])
  return settings.get(organizationId)?.allowCustomerUpdates === true
}
