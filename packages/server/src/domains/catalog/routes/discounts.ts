import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/catalog/discounts'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createDiscount } from '../actions/create-discount.ts'
import { deleteDiscount } from '../actions/delete-discount.ts'
import type { CatalogDeps } from '../actions/deps.ts'
import { updateDiscount } from '../actions/update-discount.ts'
import { presentDiscount } from '../present/discount.ts'
import { exportedDiscounts } from '../present/exported-discount.ts'
import { discountsToExport, listDiscounts } from '../store/discount-list.ts'
import { withProducts } from '../store/discount-products.ts'
import { type DiscountRow, findDiscountIn } from '../store/discounts.ts'

export const discountRoutes = (deps: CatalogDeps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: CatalogDeps) =>
  serve(contract.listDiscounts, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { database, clock } = deps.uowFactory
    const page =
      organizationId === null
        ? emptyPage
        : await listDiscounts(database.kysely, { organizationId, realTime: clock.now() }, query)
    return pageAnswer(page, query, presentDiscount)
  })

const exportRoute = (deps: CatalogDeps) =>
  serve(contract.exportDiscounts, async ({ caller, query: { columns, ...query }, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { database, clock } = deps.uowFactory
    const { head, lineOf } = exportedDiscounts(columns)
    return csvAnswer(
      { name: 'discounts.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([head])
        : await streamRows(database, {
            head,
            select: (tx) => discountsToExport(tx, { organizationId, realTime: clock.now() }, query),
            textOf: lineOf,
          }),
    )
  })

const createRoute = (deps: CatalogDeps) =>
  serve(contract.createDiscount, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const created = await createDiscount(uow, { ...body, organizationId })
      return call.finish(uow, presentDiscount(created))
    })
  })

const getRoute = (deps: CatalogDeps) =>
  serve(contract.getDiscount, async ({ caller, params }) => {
    const discount = await discountOf(deps, caller, params.id)
    const [loaded] = await withProducts(deps.uowFactory.database.kysely, [discount])
    assert(loaded !== undefined, 'every row is returned')
    return presentDiscount(loaded)
  })

const updateRoute = (deps: CatalogDeps) =>
  serve(contract.updateDiscount, async (call) => {
    const { caller, params, body } = call
    const discount = await discountOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, discount.organizationId, async (uow) => {
      const updated = await updateDiscount(uow, discount, body)
      return call.finish(uow, presentDiscount(updated))
    })
  })

const deleteRoute = (deps: CatalogDeps) =>
  serve(contract.deleteDiscount, async (call) => {
    const { caller, params } = call
    const discount = await discountOf(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, discount.organizationId, async (uow) => {
      await deleteDiscount(uow, discount)
      await call.finish(uow, undefined)
    })
  })

const discountOf = (
  deps: CatalogDeps,
  caller: SellerCaller,
  id: Id<'discount'>,
): Promise<DiscountRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findDiscountIn(kysely, within, id))
}
