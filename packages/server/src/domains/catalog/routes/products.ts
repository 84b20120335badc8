import * as contract from '@guildhall/contract/catalog/products'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { updateProduct } from '../actions/change-product.ts'
import { createProduct } from '../actions/create-product.ts'
import { showProduct, showProducts } from '../actions/gather-products.ts'
import type { CatalogParts } from '../actions/parts.ts'
import { setProductBenefits } from '../actions/set-product-benefits.ts'
import { listProducts } from '../store/product-list.ts'
import { findProductIn, type ProductRow } from '../store/products.ts'

/** What a seller sells. */
export const productRoutes = (parts: CatalogParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  benefitsRoute(parts),
]

const listRoute = (parts: CatalogParts) =>
  serve(contract.listProducts, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listProducts(kysely, organizationId, query)
    const shown = await showProducts(kysely, parts, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const createRoute = (parts: CatalogParts) =>
  serve(contract.createProduct, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) =>
      call.finish(unit, await createProduct(unit, parts, { ...body, organizationId })),
    )
  })

const getRoute = (parts: CatalogParts) =>
  serve(contract.getProduct, async ({ caller, params }) => {
    const { kysely } = parts.workshop.database
    return showProduct(kysely, parts, await productOf(parts, caller, params.id))
  })

const updateRoute = (parts: CatalogParts) =>
  serve(contract.updateProduct, async (call) => {
    const { caller, params, body } = call
    const product = await productOf(parts, caller, params.id)
    return sellerWork(parts, caller, product.organizationId, async (unit) =>
      call.finish(unit, await updateProduct(unit, parts, { key: product, wish: body })),
    )
  })

const benefitsRoute = (parts: CatalogParts) =>
  serve(contract.updateProductBenefits, async (call) => {
    const { caller, params, body } = call
    const product = await productOf(parts, caller, params.id)
    return sellerWork(parts, caller, product.organizationId, async (unit) =>
      call.finish(
        unit,
        await setProductBenefits(unit, parts, { key: product, wanted: body.benefits }),
      ),
    )
  })

const productOf = (parts: CatalogParts, caller: Seller, id: Id<'product'>): Promise<ProductRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findProductIn(kysely, within, id))
}
