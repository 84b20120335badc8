import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/usage/credits'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { CreditDeps } from '../actions/deps.ts'
import { giveCredits } from '../actions/give-credits.ts'
import { showLot, showLots } from '../actions/show-credits.ts'
import { takeCredits } from '../actions/take-credits.ts'
import { presentMovement } from '../present/credits.ts'
import { listMovements } from '../store/credit-list.ts'

export const creditRoutes = (deps: CreditDeps): readonly OperationRoute[] => [
  giveRoute(deps),
  takeRoute(deps),
  lotsRoute(deps),
  movementsRoute(deps),
]

const requireCustomer = async (
  deps: CreditDeps,
  caller: SellerCaller,
  id: Id<'customer'>,
): Promise<{ organizationId: Id<'organization'>; customerId: Id<'customer'> }> => {
  const { organizationId } = await getForSeller(deps, caller, (within) =>
    findCustomerIn(deps.uowFactory.database.reads, within, id),
  )
  return { organizationId, customerId: id }
}

const giveRoute = (deps: CreditDeps) =>
  serve(contract.giveCredits, async (call) => {
    const { caller, params, body } = call
    const of = await requireCustomer(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, of.organizationId, async (uow) => {
      const { lot } = await giveCredits(uow, { ...of, input: body })
      return call.finish(uow, showLot(lot))
    })
  })

const takeRoute = (deps: CreditDeps) =>
  serve(contract.takeCredits, async (call) => {
    const { caller, params, body } = call
    const of = await requireCustomer(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, of.organizationId, async (uow) =>
      call.finish(uow, await takeCredits(uow, { ...of, input: body })),
    )
  })

const lotsRoute = (deps: CreditDeps) =>
  serve(contract.listCreditLots, async ({ caller, params, query }) => {
    const of = await requireCustomer(deps, caller, params.id)
    return pageAnswer(await showLots(deps, of, query), query, (lot) => lot)
  })

const movementsRoute = (deps: CreditDeps) =>
  serve(contract.listCreditMovements, async ({ caller, params, query }) => {
    const of = await requireCustomer(deps, caller, params.id)
    const page = await listMovements(deps.uowFactory.database.kysely, of, query)
    return pageAnswer(page, query, presentMovement)
  })
