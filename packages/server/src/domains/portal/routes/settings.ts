import * as contract from '@guildhall/contract/portal/settings'
import type { Id } from '@guildhall/contract/primitives'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { readPortalSettings, updatePortalSettings } from '../actions/portal-settings.ts'

/** What a seller lets customers do in the portal. */
export const settingsRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  getRoute(deps),
  updateRoute(deps),
]

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalSettings, async ({ caller, params }) => {
    await requireAccess(deps, caller, params.id)
    return readPortalSettings(deps.uowFactory.database.kysely, params.id)
  })

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalSettings, async (call) => {
    const { caller, params, body } = call
    await requireAccess(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, params.id, async (uow) =>
      call.finish(uow, await updatePortalSettings(uow, deps, params.id, body)),
    )
  })

async function requireAccess(
  deps: PortalDeps,
  caller: SellerCaller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
