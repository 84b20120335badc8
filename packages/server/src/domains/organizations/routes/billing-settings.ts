import * as contract from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { changeBillingSettings } from '../actions/change-billing-settings.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { itemOf, type Seller } from '../actions/seller.ts'
import { billingSettingsOf } from '../store/billing-settings.ts'

/** How an organization bills what it sells again and again. */
export const billingSettingsRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  getRoute(parts),
  updateRoute(parts),
]

const getRoute = (parts: OrganizationParts) =>
  serve(contract.getBillingSettings, async ({ caller, params }) => {
    await requireReach(parts, caller, params.id)
    const found = await billingSettingsOf(parts.workshop.database.kysely, [params.id])
    const settings = found.get(params.id)
    if (settings === undefined) throw new Problem('not_found')
    return settings
  })

const updateRoute = (parts: OrganizationParts) =>
  serve(contract.updateBillingSettings, async (call) => {
    const { id } = call.params
    await requireReach(parts, call.caller, id)
    return work(parts.workshop, {}, async (unit) => {
      const settings = await changeBillingSettings(unit, parts, call.caller, { ...call.body, id })
      return call.finish(unit, settings)
    })
  })

async function requireReach(
  parts: OrganizationParts,
  caller: Seller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await itemOf(parts, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
