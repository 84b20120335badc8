import * as contract from '@guildhall/contract/checkout/client-checkouts'
import type { BodyOf } from '@guildhall/contract/operation'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findOrganization, type OrganizationRow } from '../../organizations/store/organizations.ts'
import { findPayment } from '../../payments/store/payments.ts'
import { changeCheckout, type RequestedDiscount } from '../actions/change-checkout.ts'
import { type ConfirmedCheckout, confirmCheckout } from '../actions/confirm-checkout.ts'
import { prepareCheckout, saveNewCheckout } from '../actions/create-checkout.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { claimedEmbedder } from '../actions/embedding-sites.ts'
import { withExpiry } from '../actions/expire-checkout.ts'
import { gatherCheckout } from '../actions/gather-checkouts.ts'
import { type ConfirmedAnswer, payCheckout } from '../actions/pay-checkout.ts'
import { restartCheckout } from '../actions/restart-checkout.ts'
import { showToBuyer } from '../actions/show-checkout.ts'
import { type FoundCheckout, findCheckoutIn, scopeOf } from '../store/checkouts.ts'
import { findSellerOf } from '../store/sold-products.ts'
import { type LimitDeps, limitDiscountCodes } from './limit-discount-codes.ts'

type ClientDeps = CheckoutDeps & LimitDeps

export const clientCheckoutRoutes = (deps: ClientDeps): readonly OperationRoute[] => [
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  confirmRoute(deps),
  restartRoute(deps),
]

const createRoute = (deps: CheckoutDeps) =>
  serve(contract.createClientCheckout, async (call) => {
    const { productId, embedOrigin, ...details } = call.body
    const loc = ['body', 'product_id']
    const { reads } = deps.uowFactory.database
    const organizationId = await findSellerOf(reads, productId)
    if (organizationId === null) throw new Problem('checkout_product_unknown', { loc })
    const organization = await organizationOf(deps, organizationId)
    const embedder = claimedEmbedder({ embedOrigin, successUrl: null }, deps, organization)
    const prepared = await prepareCheckout(deps, {
      organizationId,
      offered: [{ id: productId, loc }],
      offeredBy: 'buyer',
      input: { ...details, embedOrigin: embedder },
      discountId: null,
      mayRevealCustomer: false,
    })
    return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const { row } = await saveNewCheckout(uow, deps, prepared)
      return call.finish(uow, showToBuyer(row, prepared.details, { deps, organization }))
    })
  })

const getRoute = (deps: CheckoutDeps) =>
  serve(contract.getClientCheckout, async ({ caller }) => {
    const { row } = await withExpiry(deps, caller)
    if (row.status === 'expired') throw new Problem('checkout_expired')
    const { reads } = deps.uowFactory.database
    const details = await gatherCheckout(reads, deps, { ...caller, row })
    return showToBuyer(row, details, { deps, organization: caller.organization })
  })

const updateRoute = (deps: ClientDeps) =>
  serve(contract.updateClientCheckout, async (call) => {
    const { caller, body } = call
    const { organization } = caller
    await limitCode(deps, call)
    const update = { ...updateOf(body), isComplete: false, mayRevealCustomer: false }
    return changeCheckout(deps, findLatest(deps, caller), update, (change, found) =>
      runUnitOfWork(deps.uowFactory, scopeOf(found), async (uow) => {
        const changed = await change(uow)
        if (changed === null) return null
        const { row, details } = changed
        return call.finish(uow, showToBuyer(row, details, { deps, organization }))
      }),
    )
  })

const confirmRoute = (deps: ClientDeps) =>
  serve(contract.confirmClientCheckout, async (call) => {
    const { caller, body } = call
    await limitCode(deps, call)
    const resumed = await resumeConfirmation(deps, caller, call.recoveryPoint)
    const { confirmationTokenId, dueAmount, meteredPriceIds, ...change } = body
    const confirmed =
      resumed ??
      (await confirmCheckout(deps, {
        find: findLatest(deps, caller),
        input: {
          ...updateOf(change),
          confirmationTokenId: confirmationTokenId ?? null,
          dueAmountSeen: dueAmount ?? null,
          meteredPricesSeen: meteredPriceIds ?? null,
        },
        saveProgress: (uow, { paymentId, setUpId }) => call.note(uow, { paymentId, setUpId }),
      }))
    const { organization } = caller
    const finish = (uow: UnitOfWork, answer: ConfirmedAnswer) => call.finish(uow, answer)
    return payCheckout(deps, confirmed, { organization, finish })
  })

interface CodeCall {
  readonly caller: FoundCheckout
  readonly body: { readonly discountCode?: string | null | undefined }
  readonly address: string
}

const limitCode = (deps: LimitDeps, { caller, body, address }: CodeCall): Promise<void> =>
  limitDiscountCodes(deps, {
    organizationId: caller.row.organizationId,
    code: body.discountCode,
    address,
  })

const RecoveryPoint = z.nullable(
  z.object({ paymentId: z.nullable(paymentId), setUpId: z.nullable(methodSetUpId) }),
)

/** Null unless an earlier request with the same idempotency key has confirmed the checkout. */
async function resumeConfirmation(
  deps: CheckoutDeps,
  caller: FoundCheckout,
  point: unknown,
): Promise<ConfirmedCheckout | null> {
  const recorded = z.parse(RecoveryPoint, point)
  if (recorded === null) return null
  const { reads } = deps.uowFactory.database
  const { organizationId } = caller.row
  const [details, payment] = await Promise.all([
    gatherCheckout(reads, deps, caller),
    recorded.paymentId && findPayment(reads, { organizationId, paymentId: recorded.paymentId }),
  ])
  assert(payment !== undefined, 'a payment is never deleted')
  return { row: { ...caller.row, ...recorded }, payment, details }
}

const restartRoute = (deps: CheckoutDeps) =>
  serve(contract.restartCheckout, async (call) => {
    const { organization } = call.caller
    return restartCheckout(deps, call.caller, (uow, { row, details }) =>
      call.finish(uow, showToBuyer(row, details, { deps, organization })),
    )
  })

type UpdateBody = BodyOf<typeof contract.updateClientCheckout>

function updateOf({ discountCode, ...input }: UpdateBody) {
  if (discountCode === undefined) return { input }
  const discount: RequestedDiscount | null =
    discountCode === null ? null : { field: 'discount_code', code: discountCode }
  return { input, discount }
}

/** Returns the checkout that the caller already has first, and later reads it again. */
function findLatest(deps: CheckoutDeps, caller: FoundCheckout): () => Promise<FoundCheckout> {
  let first: FoundCheckout | null = caller
  return async () => {
    const initial = first
    first = null
    if (initial !== null) return initial
    const { organizationId, id } = caller.row
    const { reads } = deps.uowFactory.database
    const found = await findCheckoutIn(reads, [organizationId], id)
    assert(found !== undefined, 'a checkout is never deleted')
    return found
  }
}

async function organizationOf(
  { uowFactory }: CheckoutDeps,
  organizationId: Id<'organization'>,
): Promise<OrganizationRow> {
  const organization = await findOrganization(uowFactory.database.reads, organizationId)
  assert(organization !== undefined, 'the organization of a product exists')
  return organization
}
