import * as contract from '@guildhall/contract/portal/top-ups'
import { assert } from '../../../kernel/assert.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  customerUnitOfWork,
  lockCallingCustomer,
} from '../../customers/actions/customer-unit-of-work.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { requireCreditProduct } from '../../topups/actions/credit-products.ts'
import { requireQuote, requireSeen } from '../../topups/actions/quote.ts'
import { showTopUps } from '../../topups/actions/show-top-ups.ts'
import { turnOffTopUp } from '../../topups/actions/stop-top-up.ts'
import { turnOnTopUp } from '../../topups/actions/turn-on-top-up.ts'
import { presentTopUp } from '../../topups/present/top-ups.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const topUpRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(contract.listPortalTopUps, async ({ caller, query }) =>
    pageAnswer(await showTopUps(deps, caller, query), query, (one) => one),
  ),
  setRoute(deps),
  serve(contract.deletePortalTopUp, async ({ caller, params }) => {
    const { organizationId, customerId } = caller
    await customerUnitOfWork(deps, caller, (uow) =>
      turnOffTopUp(uow, { organizationId, customerId, id: params.id }),
    )
  }),
]

const setRoute = (deps: PortalDeps) =>
  serve(contract.setPortalTopUp, async (call) => {
    const { caller, body: input } = call
    const { meterId, productId, totalAmountMax } = input
    const loc = ['body', 'product_id']
    const product = await requireCreditProduct(deps, caller, { productId, meterId, loc })
    const { reads } = deps.uowFactory.database
    const [customer] = await findCustomersByIds(reads, caller.organizationId, [caller.customerId])
    assert(customer !== undefined, 'customers keep their rows')
    const quote = await requireQuote(deps, customer, product)
    requireSeen(quote, totalAmountMax)
    return customerUnitOfWork(deps, caller, async (uow) => {
      await lockCallingCustomer(uow, caller)
      return call.finish(uow, presentTopUp(await turnOnTopUp(uow, { input, quote })))
    })
  })
