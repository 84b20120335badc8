import * as contract from '@guildhall/contract/portal/credit-purchases'
import type { Id } from '@guildhall/contract/primitives'
import { type CreditPurchase, creditPurchaseId } from '@guildhall/contract/topups/top-up-shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { prepareCheckout, saveNewCheckout } from '../../checkout/actions/create-checkout.ts'
import {
  customerUnitOfWork,
  lockCallingCustomer,
} from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { buyCredits, followPurchase } from '../../topups/actions/buy-credits.ts'
import { listCreditProducts, requireCreditProduct } from '../../topups/actions/credit-products.ts'
import { methodOf, presentQuote, requireQuote } from '../../topups/actions/quote.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { portalUrlOf } from '../actions/portal-url.ts'
import { presentOnSession } from '../actions/present-on-session.ts'

export const creditPurchaseRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(contract.listPortalCreditProducts, async ({ caller }) => ({
    items: [...(await listCreditProducts(deps, caller))],
  })),
  quoteRoute(deps),
  checkoutRoute(deps),
  buyRoute(deps),
  serve(contract.confirmPortalCreditPurchase, ({ caller, params }) =>
    stateOf(deps, caller, params.id),
  ),
]

const quoteRoute = (deps: PortalDeps) =>
  serve(contract.quotePortalCredits, async ({ caller, params: { id: productId } }) => {
    const { reads } = deps.uowFactory.database
    const product = await requireCreditProduct(deps, caller, ofPath(productId))
    const [customer] = await findCustomersByIds(reads, caller.organizationId, [caller.customerId])
    assert(customer !== undefined, 'customers keep their rows')
    const quote = await requireQuote(deps, customer, product)
    return presentQuote(quote, await methodOf(reads, customer))
  })

const checkoutRoute = (deps: PortalDeps) =>
  serve(contract.checkOutPortalCredits, async (call) => {
    const { caller, params } = call
    const { organizationId, customerId } = caller
    const { id } = await requireCreditProduct(deps, caller, ofPath(params.id))
    const prepared = await prepareCheckout(deps, {
      offeredBy: 'buyer',
      organizationId,
      offered: [{ id, loc: ['path', 'id'] }],
      input: { customerId, successUrl: await portalUrlOf(deps, caller) },
      discountId: null,
      mayRevealCustomer: true,
    })
    return customerUnitOfWork(deps, caller, async (uow) => {
      const { presented } = await saveNewCheckout(uow, deps, prepared)
      return call.finish(uow, { url: presented.url })
    })
  })

const ofPath = (productId: Id<'product'>) => ({ productId, meterId: null, loc: ['path', 'id'] })

const recovered = z.nullable(z.object({ purchaseId: creditPurchaseId }))

const buyRoute = (deps: PortalDeps) =>
  serve(contract.buyPortalCredits, async (call) => {
    const { caller, body, recoveryPoint } = call
    const id =
      z.parse(recovered, recoveryPoint)?.purchaseId ??
      (await buyCredits(deps, {
        ...body,
        customer: caller,
        returnUrl: await portalUrlOf(deps, caller),
        run: (task) =>
          customerUnitOfWork(deps, caller, async (uow) => {
            await lockCallingCustomer(uow, caller)
            return task(uow)
          }),
        saveId: (uow, purchaseId) => call.note(uow, { purchaseId }),
      }))
    return stateOf(deps, caller, id)
  })

async function stateOf(
  deps: PortalDeps,
  caller: CustomerCaller,
  id: Id<'creditPurchase'>,
): Promise<CreditPurchase> {
  const { purchase, payment, outcome } = await followPurchase(deps, caller, id)
  const { productId, orderId } = purchase
  return { ...presentOnSession(payment, outcome), id, productId, orderId }
}
