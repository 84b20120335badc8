import * as contract from '@guildhall/contract/checkout/checkouts'
import type { BodyOf } from '@guildhall/contract/endpoint'
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
import { type OfferedProduct, openCheckout, prepareCheckout } from '../actions/begin-checkout.ts'
import { changeCheckout, type WantedChange } from '../actions/change-checkout.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { gatherCheckout, gatherCheckouts } from '../actions/gather-checkouts.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { presentCheckout } from '../actions/present-checkout.ts'
import { productOfPrice } from '../actions/product-of-price.ts'
import { listCheckouts } from '../store/checkout-list.ts'
import { type FoundCheckout, findCheckoutIn } from '../store/checkouts.ts'

/** Purchases on their way, as their seller sees them. */
export const checkoutRoutes = (parts: CheckoutParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
]

const listRoute = (parts: CheckoutParts) =>
  serve(contract.listCheckouts, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listCheckouts(kysely, organizationId, query)
    const makings = await gatherCheckouts(kysely, parts, page.rows)
    return pageAnswer(page, query, (row) => presentCheckout(row, makings, parts))
  })

const createRoute = (parts: CheckoutParts) =>
  serve(contract.createCheckout, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    const prepared = await prepareCheckout(parts, {
      organizationId,
      offered: await offeredBy(parts, organizationId, body),
      wish: body,
      discountId: body.discountId ?? null,
      upgradeOf: body.subscriptionId,
    })
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const { shown } = await openCheckout(unit, parts, prepared)
      return call.finish(unit, shown)
    })
  })

type Wish = BodyOf<typeof contract.createCheckout>

/** In whichever of the three ways it is said what is bought. */
async function offeredBy(
  parts: CheckoutParts,
  organizationId: Id<'organization'>,
  { products, productId, productPriceId }: Wish,
): Promise<OfferedProduct[]> {
  if (products != null) {
    return products.map((id, at) => ({ id, loc: ['body', 'products', at] }))
  }
  if (productId != null) return [{ id: productId, loc: ['body', 'product_id'] }]
  assert(productPriceId != null, 'the contract wants one of the three')
  const id = await productOfPrice(parts, organizationId, productPriceId)
  return [{ id, loc: ['body', 'product_price_id'] }]
}

const getRoute = (parts: CheckoutParts) =>
  serve(contract.getCheckout, async ({ caller, params }) => {
    const found = await checkoutOf(parts, caller, params.id)
    const { row } = await withExpiry(parts, found)
    const makings = await gatherCheckout(parts.workshop.database.reads, parts, { ...found, row })
    return presentCheckout(row, makings, parts)
  })

const updateRoute = (parts: CheckoutParts) =>
  serve(contract.updateCheckout, async (call) => {
    const { caller, params, body } = call
    const find = () => checkoutOf(parts, caller, params.id)
    const { row } = await find()
    return changeCheckout(parts, find, wantedBy(body), (change) =>
      sellerWork(parts, caller, row.organizationId, async (unit) => {
        const changed = await change(unit)
        if (changed === null) return null
        return call.finish(unit, presentCheckout(changed.row, changed.makings, parts))
      }),
    )
  })

function wantedBy(body: BodyOf<typeof contract.updateCheckout>): WantedChange {
  const { discountId, ...wish } = body
  const same = { wish, isComplete: false }
  if (discountId === undefined) return same
  if (discountId === null) return { ...same, discount: null }
  return { ...same, discount: { field: 'discount_id', id: discountId } }
}

const checkoutOf = async (
  parts: CheckoutParts,
  caller: Seller,
  id: Id<'checkout'>,
): Promise<FoundCheckout> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, async (within) => {
    const found = await findCheckoutIn(reads, within, id)
    return found === undefined ? undefined : { ...found, organizationId: found.row.organizationId }
  })
}
