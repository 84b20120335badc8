import * as contract from '@guildhall/contract/portal/usage-limits'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import { removeLimit, setLimit } from '../../limits/actions/set-limit.ts'
import { presentLimit } from '../../limits/present/limits.ts'
import { listLimits } from '../../limits/store/usage-limits.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const usageLimitRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(contract.listPortalUsageLimits, async ({ caller, query }) => {
    const page = await listLimits(deps.uowFactory.database.kysely, caller, query)
    return pageAnswer(page, query, presentLimit)
  }),
  serve(contract.setPortalUsageLimit, async (call) => {
    const { organizationId, customerId } = call.caller
    return customerUnitOfWork(deps, call.caller, async (uow) => {
      const of = { organizationId, customerId, setBy: 'customer', input: call.body } as const
      return call.finish(uow, presentLimit(await setLimit(uow, of)))
    })
  }),
  serve(contract.deletePortalUsageLimit, async ({ caller, params }) => {
    const { organizationId, customerId } = caller
    await customerUnitOfWork(deps, caller, (uow) =>
      removeLimit(uow, { organizationId, customerId, id: params.id, by: 'customer' }),
    )
  }),
]
