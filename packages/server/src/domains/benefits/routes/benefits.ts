import * as contract from '@guildhall/contract/benefits/benefits'
import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { updateBenefit } from '../actions/change-benefit.ts'
import { createBenefit } from '../actions/create-benefit.ts'
import { deleteBenefit } from '../actions/delete-benefit.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { presentBenefit } from '../actions/present-benefit.ts'
import { decideType, kindAsked } from '../rules/benefit-change.ts'
import { listBenefits } from '../store/benefit-list.ts'
import { type BenefitRow, findBenefitIn } from '../store/benefits.ts'
import { askElsewhere } from './ask-elsewhere.ts'
import type { Elsewhere } from './elsewhere.ts'

/** What buyers get with a product. */
export const benefitRoutes = (
  parts: BenefitParts,
  elsewhere: Elsewhere,
): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts, elsewhere),
  getRoute(parts),
  updateRoute(parts, elsewhere),
  deleteRoute(parts),
]

const listRoute = (parts: BenefitParts) =>
  serve(contract.listBenefits, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listBenefits(kysely, organizationId, query)
    return pageAnswer(page, query, (row) => presentBenefit(parts, row))
  })

const createRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.createBenefit, async (call) => {
    const { caller, body: wish } = call
    const organizationId = await organizationNamed(parts, caller, wish.organizationId)
    const found = await askElsewhere(parts, elsewhere, { caller, organizationId }, wish)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const benefit = await createBenefit(unit, parts, { organizationId, wish, elsewhere: found })
      return call.finish(unit, presentBenefit(parts, benefit))
    })
  })

const getRoute = (parts: BenefitParts) =>
  serve(contract.getBenefit, async ({ caller, params }) =>
    presentBenefit(parts, await benefitOf(parts, caller, params.id)),
  )

const updateRoute = (parts: BenefitParts, elsewhere: Elsewhere) =>
  serve(contract.updateBenefit, async (call) => {
    const { caller, params, body: wish } = call
    const benefit = await benefitOf(parts, caller, params.id)
    accept(decideType(benefit, wish))
    const { organizationId } = benefit
    const asked = kindAsked(presentBenefit(parts, benefit), wish)
    const found =
      asked === null
        ? null
        : await askElsewhere(parts, elsewhere, { caller, organizationId }, asked)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const updated = await updateBenefit(unit, parts, benefit, { wish, elsewhere: found })
      return call.finish(unit, presentBenefit(parts, updated))
    })
  })

const deleteRoute = (parts: BenefitParts) =>
  serve(contract.deleteBenefit, async (call) => {
    const { caller, params } = call
    const benefit = await benefitOf(parts, caller, params.id)
    await sellerWork(parts, caller, benefit.organizationId, async (unit) => {
      await deleteBenefit(unit, parts, benefit)
      await call.finish(unit, undefined)
    })
  })

const benefitOf = (parts: BenefitParts, caller: Seller, id: Id<'benefit'>): Promise<BenefitRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findBenefitIn(kysely, within, id))
}
