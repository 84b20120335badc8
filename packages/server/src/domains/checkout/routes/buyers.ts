import * as contract from '@guildhall/contract/checkout/buyers'
import type { BodyOf } from '@guildhall/contract/endpoint'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { type Work, work } from '../../../platform/work.ts'
import { findOrganization, type OrganizationRow } from '../../organizations/index.ts'
import { findPayment } from '../../payments/index.ts'
import { openCheckout, prepareCheckout } from '../actions/begin-checkout.ts'
import { changeCheckout, type DiscountWish } from '../actions/change-checkout.ts'
import { type ConfirmedCheckout, confirmCheckout } from '../actions/confirm-checkout.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { gatherCheckout } from '../actions/gather-checkouts.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { type ConfirmedAnswer, payCheckout } from '../actions/pay-checkout.ts'
import { presentToBuyer } from '../actions/present-checkout.ts'
import { type FoundCheckout, findCheckoutIn, placeOf } from '../store/checkouts.ts'
import { organizationSelling } from '../store/sold-products.ts'

/** Purchases on their way, as their buyer sees them. */
export const buyerRoutes = (parts: CheckoutParts): readonly EndpointRoute[] => [
  beginRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  confirmRoute(parts),
]

const beginRoute = (parts: CheckoutParts) =>
  serve(contract.beginCheckout, async (call) => {
    const { productId, ...wish } = call.body
    const loc = ['body', 'product_id']
    const { reads } = parts.workshop.database
    const organizationId = await organizationSelling(reads, productId)
    if (organizationId === null) throw new Problem('checkout_product_unknown', { loc })
    const offered = [{ id: productId, loc }]
    const toBegin = { organizationId, offered, wish, discountId: null }
    const [prepared, organization] = await Promise.all([
      prepareCheckout(parts, toBegin),
      organizationOf(parts, organizationId),
    ])
    return work(parts.workshop, { organizationId }, async (unit) => {
      const { row } = await openCheckout(unit, parts, prepared)
      return call.finish(unit, presentToBuyer(row, prepared.makings, { parts, organization }))
    })
  })

const getRoute = (parts: CheckoutParts) =>
  serve(contract.getBuyersCheckout, async ({ caller }) => {
    const { row } = await withExpiry(parts, caller)
    if (row.status === 'expired') throw new Problem('checkout_expired')
    const { reads } = parts.workshop.database
    const makings = await gatherCheckout(reads, parts, { ...caller, row })
    return presentToBuyer(row, makings, { parts, organization: caller.organization })
  })

const updateRoute = (parts: CheckoutParts) =>
  serve(contract.updateBuyersCheckout, async (call) => {
    const { caller, body } = call
    const { organization } = caller
    const wanted = { ...wantedBy(body), isComplete: false }
    return changeCheckout(parts, findAgain(parts, caller), wanted, (change, found) =>
      work(parts.workshop, placeOf(found), async (unit) => {
        const changed = await change(unit)
        if (changed === null) return null
        const { row, makings } = changed
        return call.finish(unit, presentToBuyer(row, makings, { parts, organization }))
      }),
    )
  })

const confirmRoute = (parts: CheckoutParts) =>
  serve(contract.confirmBuyersCheckout, async (call) => {
    const { caller, body } = call
    const begun = await resumed(parts, caller, call.recoveryPoint)
    const { confirmationTokenId, ...change } = body
    const confirmed =
      begun ??
      (await confirmCheckout(parts, {
        find: findAgain(parts, caller),
        wanted: { ...wantedBy(change), confirmationTokenId: confirmationTokenId ?? null },
        note: (unit, { paymentId, setUpId }) => call.note(unit, { paymentId, setUpId }),
      }))
    const { organization } = caller
    const finish = (unit: Work, answer: ConfirmedAnswer) => call.finish(unit, answer)
    return payCheckout(parts, confirmed, { organization, finish })
  })

const recovery = z.nullable(
  z.object({ paymentId: z.nullable(paymentId), setUpId: z.nullable(methodSetUpId) }),
)

/** An earlier run with the same key got as far as the payment: it is this one’s. */
async function resumed(
  parts: CheckoutParts,
  caller: FoundCheckout,
  point: unknown,
): Promise<ConfirmedCheckout | null> {
  const noted = z.parse(recovery, point)
  if (noted === null) return null
  const { reads } = parts.workshop.database
  const { organizationId } = caller.row
  const [makings, payment] = await Promise.all([
    gatherCheckout(reads, parts, caller),
    noted.paymentId && findPayment(reads, { organizationId, paymentId: noted.paymentId }),
  ])
  assert(payment !== undefined, 'a payment stays')
  return { row: { ...caller.row, ...noted }, payment, makings }
}

type BuyersBody = BodyOf<typeof contract.updateBuyersCheckout>

function wantedBy({ discountCode, ...wish }: BuyersBody) {
  if (discountCode === undefined) return { wish }
  const discount: DiscountWish | null =
    discountCode === null ? null : { field: 'discount_code', code: discountCode }
  return { wish, discount }
}

/** First as the caller was found, and afterwards as it is then. */
function findAgain(parts: CheckoutParts, caller: FoundCheckout): () => Promise<FoundCheckout> {
  let first: FoundCheckout | null = caller
  return async () => {
    const known = first
    first = null
    if (known !== null) return known
    const { organizationId, id } = caller.row
    const { reads } = parts.workshop.database
    const found = await findCheckoutIn(reads, [organizationId], id)
    assert(found !== undefined, 'a checkout is never deleted')
    return found
  }
}

async function organizationOf(
  { workshop }: CheckoutParts,
  organizationId: Id<'organization'>,
): Promise<OrganizationRow> {
  const organization = await findOrganization(workshop.database.reads, organizationId)
  assert(organization !== undefined, 'what sells is there')
  return organization
}
