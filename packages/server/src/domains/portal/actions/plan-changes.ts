import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { billingSettingsOf } from '../../organizations/index.ts'
import type { PortalParts } from './parts.ts'

interface OfOrganization {
  readonly organizationId: Id<'organization'>
}

/** Whether customers may choose another plan by themselves is the seller’s to say. */
export async function requirePlanChanges(
  { workshop }: Pick<PortalParts, 'workshop'>,
  { organizationId }: OfOrganization,
): Promise<void> {
  const settings = await billingSettingsOf(workshop.database.kysely, [organizationId])
  const isAllowed = settings.get(organizationId)?.allowCustomerUpdates === true
  if (!isAllowed) throw new Problem('portal_plan_change_off')
}
