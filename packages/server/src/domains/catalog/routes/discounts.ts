import * as contract from '@guildhall/contract/catalog/discounts'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { createDiscount } from '../actions/create-discount.ts'
import { deleteDiscount } from '../actions/delete-discount.ts'
import type { CatalogParts } from '../actions/parts.ts'
import { presentDiscount } from '../actions/present-discount.ts'
import { updateDiscount } from '../actions/update-discount.ts'
import { listDiscounts } from '../store/discount-list.ts'
import { withProducts } from '../store/discount-products.ts'
import { type DiscountRow, findDiscountIn } from '../store/discounts.ts'

/** What buyers are let off. */
export const discountRoutes = (parts: CatalogParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: CatalogParts) =>
  serve(contract.listDiscounts, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listDiscounts(kysely, organizationId, query)
    return pageAnswer(page, query, presentDiscount)
  })

const createRoute = (parts: CatalogParts) =>
  serve(contract.createDiscount, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const created = await createDiscount(unit, { ...body, organizationId })
      return call.finish(unit, presentDiscount(created))
    })
  })

const getRoute = (parts: CatalogParts) =>
  serve(contract.getDiscount, async ({ caller, params }) => {
    const discount = await discountOf(parts, caller, params.id)
    const [whole] = await withProducts(parts.workshop.database.kysely, [discount])
    assert(whole !== undefined, 'as many come back as were given')
    return presentDiscount(whole)
  })

const updateRoute = (parts: CatalogParts) =>
  serve(contract.updateDiscount, async (call) => {
    const { caller, params, body } = call
    const discount = await discountOf(parts, caller, params.id)
    return sellerWork(parts, caller, discount.organizationId, async (unit) => {
      const updated = await updateDiscount(unit, discount, body)
      return call.finish(unit, presentDiscount(updated))
    })
  })

const deleteRoute = (parts: CatalogParts) =>
  serve(contract.deleteDiscount, async (call) => {
    const { caller, params } = call
    const discount = await discountOf(parts, caller, params.id)
    await sellerWork(parts, caller, discount.organizationId, async (unit) => {
      await deleteDiscount(unit, discount)
      await call.finish(unit, undefined)
    })
  })

const discountOf = (
  parts: CatalogParts,
  caller: Seller,
  id: Id<'discount'>,
): Promise<DiscountRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findDiscountIn(kysely, within, id))
}
