import * as contract from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { getForSeller, type SellerCaller } from '../actions/seller.ts'
import { updateBillingSettings } from '../actions/update-billing-settings.ts'
import { findBillingSettings } from '../store/billing-settings.ts'

/** How an organization bills subscriptions. */
export const billingSettingsRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  getRoute(deps),
  updateRoute(deps),
]

const getRoute = (deps: OrganizationDeps) =>
  serve(contract.getBillingSettings, async ({ caller, params }) => {
    await requireAccess(deps, caller, params.id)
    const found = await findBillingSettings(deps.uowFactory.database.kysely, [params.id])
    const settings = found.get(params.id)
    if (settings === undefined) throw new Problem('not_found')
    return settings
  })

const updateRoute = (deps: OrganizationDeps) =>
  serve(contract.updateBillingSettings, async (call) => {
    const { id } = call.params
    await requireAccess(deps, call.caller, id)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const settings = await updateBillingSettings(uow, deps, call.caller, { ...call.body, id })
      return call.finish(uow, settings)
    })
  })

async function requireAccess(
  deps: OrganizationDeps,
  caller: SellerCaller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
