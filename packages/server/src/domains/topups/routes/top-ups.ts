import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/topups/top-ups'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { TopUpDeps } from '../actions/deps.ts'
import { showTopUps } from '../actions/show-top-ups.ts'
import { stopForSeller } from '../actions/stop-top-up.ts'
import { presentTopUp } from '../present/top-ups.ts'
import type { CustomerKey } from '../store/top-ups.ts'

export const topUpRoutes = (deps: TopUpDeps): readonly OperationRoute[] => [
  serve(contract.listTopUps, async ({ caller, params, query }) => {
    const of = await requireCustomer(deps, caller, params.id)
    return pageAnswer(await showTopUps(deps, of, query), query, (one) => one)
  }),
  serve(contract.stopTopUp, async (call) => {
    const { caller, params } = call
    const of = await requireCustomer(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, of.organizationId, async (uow) => {
      const stopped = await stopForSeller(uow, { ...of, id: params.topUpId })
      return call.finish(uow, presentTopUp(stopped))
    })
  }),
]

async function requireCustomer(
  deps: TopUpDeps,
  caller: SellerCaller,
  customerId: Id<'customer'>,
): Promise<CustomerKey> {
  const { organizationId } = await getForSeller(deps, caller, (within) =>
    findCustomerIn(deps.uowFactory.database.reads, within, customerId),
  )
  return { organizationId, customerId }
}
