import * as contract from '@guildhall/contract/catalog/products'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createProduct } from '../actions/create-product.ts'
import type { CatalogDeps } from '../actions/deps.ts'
import { expandProduct, expandProducts } from '../actions/expand-products.ts'
import { setProductBenefits } from '../actions/set-product-benefits.ts'
import { updateProduct } from '../actions/update-product.ts'
import { listProducts } from '../store/product-list.ts'
import { findProductIn, type ProductRow } from '../store/products.ts'

export const productRoutes = (deps: CatalogDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  benefitsRoute(deps),
]

const listRoute = (deps: CatalogDeps) =>
  serve(contract.listProducts, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listProducts(kysely, organizationId, query)
    const products = await expandProducts(kysely, deps, rows)
    return pageAnswer({ rows: products, total }, query, (product) => product)
  })

const createRoute = (deps: CatalogDeps) =>
  serve(contract.createProduct, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) =>
      call.finish(uow, await createProduct(uow, deps, { ...body, organizationId })),
    )
  })

const getRoute = (deps: CatalogDeps) =>
  serve(contract.getProduct, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    return expandProduct(kysely, deps, await productOf(deps, caller, params.id))
  })

const updateRoute = (deps: CatalogDeps) =>
  serve(contract.updateProduct, async (call) => {
    const { caller, params, body } = call
    const product = await productOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, product.organizationId, async (uow) =>
      call.finish(uow, await updateProduct(uow, deps, { key: product, input: body })),
    )
  })

const benefitsRoute = (deps: CatalogDeps) =>
  serve(contract.updateProductBenefits, async (call) => {
    const { caller, params, body } = call
    const product = await productOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, product.organizationId, async (uow) =>
      call.finish(
        uow,
        await setProductBenefits(uow, deps, { key: product, benefitIds: body.benefits }),
      ),
    )
  })

const productOf = (
  deps: CatalogDeps,
  caller: SellerCaller,
  id: Id<'product'>,
): Promise<ProductRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findProductIn(kysely, within, id))
}
