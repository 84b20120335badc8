import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { findBillingSettings } from '../../organizations/index.ts'
import type { PortalDeps } from './deps.ts'

/** Refuses plan changes where the seller does not let customers make them. */
export async function requirePlanChanges(
  { uowFactory }: Pick<PortalDeps, 'uowFactory'>,
  { organizationId }: { readonly organizationId: Id<'organization'> },
): Promise<void> {
  const settings = await findBillingSettings(uowFactory.database.kysely, [organizationId])
  const isAllowed = settings.get(organizationId)?.allowCustomerUpdates === true
  if (!isAllowed) throw new Problem('portal_plan_change_off', { loc: ['body', 'product_id'] })
}
