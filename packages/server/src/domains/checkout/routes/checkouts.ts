import * as contract from '@guildhall/contract/checkout/checkouts'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerMay,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { type CheckoutUpdate, changeCheckout } from '../actions/change-checkout.ts'
import {
  type OfferedProduct,
  prepareCheckout,
  saveNewCheckout,
} from '../actions/create-checkout.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { gatherCheckout, gatherCheckouts } from '../actions/gather-checkouts.ts'
import { productOfPrice } from '../actions/product-of-price.ts'
import { showCheckout, showToReader } from '../actions/show-checkout.ts'
import { type FoundCheckout, findCheckoutIn, listCheckouts } from '../store/checkouts.ts'

export const checkoutRoutes = (deps: CheckoutDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
]

const listRoute = (deps: CheckoutDeps) =>
  serve(contract.listCheckouts, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, (none) => none)
    const { kysely } = deps.uowFactory.database
    const page = await listCheckouts(kysely, organizationId, query)
    const details = await gatherCheckouts(kysely, deps, page.rows)
    const mayWrite = await sellerMay(deps, caller, organizationId, 'checkouts:write')
    return pageAnswer(page, query, (row) => showToReader(row, details, { deps, mayWrite }))
  })

const createRoute = (deps: CheckoutDeps) =>
  serve(contract.createCheckout, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const prepared = await prepareCheckout(deps, {
      offeredBy: 'seller',
      organizationId,
      offered: await offeredBy(deps, organizationId, body),
      input: { ...body, isEmbedOriginGiven: true },
      discountId: body.discountId ?? null,
      upgradeOf: body.subscriptionId,
      mayRevealCustomer: true,
    })
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const { presented } = await saveNewCheckout(uow, deps, prepared)
      return call.finish(uow, presented)
    })
  })

type CreateBody = BodyOf<typeof contract.createCheckout>

/** The body names products in one of three ways. */
async function offeredBy(
  deps: CheckoutDeps,
  organizationId: Id<'organization'>,
  { products, productId, productPriceId }: CreateBody,
): Promise<OfferedProduct[]> {
  if (products != null) {
    return products.map((id, at) => ({ id, loc: ['body', 'products', at] }))
  }
  if (productId != null) return [{ id: productId, loc: ['body', 'product_id'] }]
  assert(productPriceId != null, 'the contract requires one of the three')
  const id = await productOfPrice(deps.uowFactory.database.reads, organizationId, productPriceId)
  return [{ id, loc: ['body', 'product_price_id'] }]
}

const getRoute = (deps: CheckoutDeps) =>
  serve(contract.getCheckout, async ({ caller, params }) => {
    const found = await checkoutOf(deps, caller, params.id)
    const { row } = await withExpiry(deps, found)
    const details = await gatherCheckout(deps.uowFactory.database.reads, deps, { ...found, row })
    const mayWrite = await sellerMay(deps, caller, row.organizationId, 'checkouts:write')
    return showToReader(row, details, { deps, mayWrite })
  })

const updateRoute = (deps: CheckoutDeps) =>
  serve(contract.updateCheckout, async (call) => {
    const { caller, params, body } = call
    const find = () => checkoutOf(deps, caller, params.id)
    const { row } = await find()
    return changeCheckout(deps, find, updateOf(body), (change) =>
      sellerUnitOfWork(deps, caller, row.organizationId, async (uow) => {
        const changed = await change(uow)
        if (changed === null) return null
        return call.finish(uow, showCheckout(changed.row, changed.details, deps))
      }),
    )
  })

function updateOf(body: BodyOf<typeof contract.updateCheckout>): CheckoutUpdate {
  const { discountId, ...input } = body
  const same = { input, isComplete: false, mayRevealCustomer: true }
  if (discountId === undefined) return same
  if (discountId === null) return { ...same, discount: null }
  return { ...same, discount: { field: 'discount_id', id: discountId } }
}

const checkoutOf = async (
  deps: CheckoutDeps,
  caller: SellerCaller,
  id: Id<'checkout'>,
): Promise<FoundCheckout> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, async (within) => {
    const found = await findCheckoutIn(reads, within, id)
    return found === undefined ? undefined : { ...found, organizationId: found.row.organizationId }
  })
}
