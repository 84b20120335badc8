import * as contract from '@guildhall/contract/limits/usage-limits'
import type { Id } from '@guildhall/contract/primitives'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { LimitDeps } from '../actions/deps.ts'
import { removeLimit, setLimit } from '../actions/set-limit.ts'
import { presentLimit } from '../present/limits.ts'
import type { CustomerKey } from '../store/locks.ts'
import { listLimits } from '../store/usage-limits.ts'

export const usageLimitRoutes = (deps: LimitDeps): readonly OperationRoute[] => [
  listRoute(deps),
  setRoute(deps),
  deleteRoute(deps),
]

async function requireCustomer(
  deps: LimitDeps,
  caller: SellerCaller,
  customerId: Id<'customer'>,
): Promise<CustomerKey> {
  const { organizationId } = await getForSeller(deps, caller, (within) =>
    findCustomerIn(deps.uowFactory.database.reads, within, customerId),
  )
  return { organizationId, customerId }
}

const listRoute = (deps: LimitDeps) =>
  serve(contract.listUsageLimits, async ({ caller, params, query }) => {
    const of = await requireCustomer(deps, caller, params.id)
    return pageAnswer(
      await listLimits(deps.uowFactory.database.kysely, of, query),
      query,
      presentLimit,
    )
  })

const setRoute = (deps: LimitDeps) =>
  serve(contract.setUsageLimit, async (call) => {
    const { caller, params, body: input } = call
    const of = await requireCustomer(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, of.organizationId, async (uow) => {
      const limit = await setLimit(uow, { ...of, setBy: 'seller', input })
      return call.finish(uow, presentLimit(limit))
    })
  })

const deleteRoute = (deps: LimitDeps) =>
  serve(contract.deleteUsageLimit, async (call) => {
    const { caller, params } = call
    const of = await requireCustomer(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, of.organizationId, async (uow) => {
      await removeLimit(uow, { ...of, id: params.limitId, by: 'seller' })
      await call.finish(uow, undefined)
    })
  })
