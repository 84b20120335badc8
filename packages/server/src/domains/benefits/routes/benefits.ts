import * as contract from '@guildhall/contract/benefits/benefits'
import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createBenefit } from '../actions/create-benefit.ts'
import { deleteBenefit } from '../actions/delete-benefit.ts'
import type { BenefitDeps } from '../actions/deps.ts'
import { updateBenefit } from '../actions/update-benefit.ts'
import { changedContent, verifyWithProvider } from '../kinds/benefit-kinds.ts'
import type { Providers } from '../kinds/providers.ts'
import { presentBenefit } from '../present/benefit.ts'
import { decideType } from '../rules/benefit-change.ts'
import { type BenefitRow, findBenefitIn, listBenefits } from '../store/benefits.ts'

export const benefitRoutes = (
  deps: BenefitDeps,
  providers: Providers,
): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps, providers),
  getRoute(deps),
  updateRoute(deps, providers),
  deleteRoute(deps),
]

const listRoute = (deps: BenefitDeps) =>
  serve(contract.listBenefits, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listBenefits(kysely, organizationId, query)
    return pageAnswer(page, query, (row) => presentBenefit(deps, row))
  })

const createRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.createBenefit, async (call) => {
    const { caller, body: input } = call
    const organizationId = await resolveOrganization(deps, caller, input.organizationId)
    const target = await verifyWithProvider({ deps, providers, caller, organizationId }, input)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const benefit = await createBenefit(uow, deps, { organizationId, input, target })
      return call.finish(uow, presentBenefit(deps, benefit))
    })
  })

const getRoute = (deps: BenefitDeps) =>
  serve(contract.getBenefit, async ({ caller, params }) =>
    presentBenefit(deps, await benefitOf(deps, caller, params.id)),
  )

const updateRoute = (deps: BenefitDeps, providers: Providers) =>
  serve(contract.updateBenefit, async (call) => {
    const { caller, params, body: input } = call
    const benefit = await benefitOf(deps, caller, params.id)
    accept(decideType(benefit, input))
    const { organizationId } = benefit
    const changed = changedContent(presentBenefit(deps, benefit), input)
    const context = { deps, providers, caller, organizationId }
    const target = changed === null ? null : await verifyWithProvider(context, changed)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const updated = await updateBenefit(uow, deps, benefit, { input, target })
      return call.finish(uow, presentBenefit(deps, updated))
    })
  })

const deleteRoute = (deps: BenefitDeps) =>
  serve(contract.deleteBenefit, async (call) => {
    const { caller, params } = call
    const benefit = await benefitOf(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, benefit.organizationId, async (uow) => {
      await deleteBenefit(uow, deps, benefit)
      await call.finish(uow, undefined)
    })
  })

const benefitOf = (
  deps: BenefitDeps,
  caller: SellerCaller,
  id: Id<'benefit'>,
): Promise<BenefitRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findBenefitIn(kysely, within, id))
}
