import type { Id } from '@guildhall/contract/primitives'
import { changeCheckout } from '../../domains/checkout/actions/change-checkout.ts'
import { prepareCheckout, saveNewCheckout } from '../../domains/checkout/actions/create-checkout.ts'
import { createRefund, submitRefund } from '../../domains/orders/actions/create-refund.ts'
import { recordDispute } from '../../domains/orders/actions/record-dispute.ts'
import { findPaymentsOf } from '../../domains/payments/store/payments.ts'
import { assert } from '../../kernel/assert.ts'
import { minorUnits } from '../../kernel/money.ts'
import { changePlanOf, checkoutAt, completeCheckout, type PlanChange } from '../act-as-buyer.ts'
import {
  address,
  createSampleProduct,
  newAddress,
  type Offer,
  priceAmount,
  runAsSeller,
  type TriggerContext,
} from './create-objects.ts'

type CheckoutId = Id<'checkout'>

/** Completes a product before it is bought. */
type ProductChange = (id: Id<'product'>) => Promise<void>

export async function openCheckout(
  context: TriggerContext,
  offer: Offer = 'once',
  complete: ProductChange = async () => undefined,
): Promise<CheckoutId> {
  const { deps, organizationId, event } = context
  const productId = await createSampleProduct(context, offer)
  await complete(productId)
  const prepared = await prepareCheckout(deps, {
    offeredBy: 'seller',
    organizationId,
    offered: [{ id: productId, loc: [] }],
    input: { metadata: { triggered_for: event } },
    discountId: null,
    mayRevealCustomer: true,
  })
  return (await runAsSeller(context, (uow) => saveNewCheckout(uow, deps, prepared))).row.id
}

/** A checkout with the buyer's details, not yet paid. */
export async function fillCheckout(context: TriggerContext, id: CheckoutId): Promise<void> {
  const request = {
    input: { customerName: 'Ada Example' },
    isComplete: false,
    mayRevealCustomer: true,
  }
  await changeCheckout(
    context.deps,
    () => checkoutAt(context.deps, { organizationId: context.organizationId, id }),
    request,
    (change) => runAsSeller(context, change),
  )
}

interface Purchase {
  readonly orderId: Id<'order'>
  readonly productId: Id<'product'>
  readonly subscriptionId: Id<'subscription'> | null
}

/** A new customer buys the offer with a good card; the order exists when this returns. */
export async function buy(
  context: TriggerContext,
  offer: Offer,
  complete?: ProductChange,
): Promise<Purchase> {
  const { deps, organizationId } = context
  const id = await openCheckout(context, offer, complete)
  await completeCheckout(
    deps,
    { organizationId, id },
    {
      input: {
        customerEmail: newAddress(context),
        customerName: 'Ada Example',
        customerBillingAddress: address,
      },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  )
  return purchaseAt(context, id)
}

async function purchaseAt(
  { deps, organizationId }: TriggerContext,
  id: CheckoutId,
): Promise<Purchase> {
  const order = await deps.uowFactory.database.kysely
    .selectFrom('orders')
    .select(['id', 'productId', 'subscriptionId'])
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', id)
    .executeTakeFirst()
  assert(order !== undefined, 'a paid checkout has an order')
  const { id: orderId, ...bought } = order
  return { orderId, ...bought }
}

export async function subscribe(context: TriggerContext): Promise<Id<'subscription'>> {
  const { subscriptionId } = await buy(context, 'monthly')
  assert(subscriptionId !== null, 'a monthly product starts a subscription')
  return subscriptionId
}

export const change = (
  context: TriggerContext,
  id: Id<'subscription'>,
  request: PlanChange,
): Promise<void> =>
  changePlanOf(context.deps, {
    key: { organizationId: context.organizationId, id },
    change: request,
    run: (task) => runAsSeller(context, task),
  })

/** Refunds the whole order, immediately or when the processor calls back. */
export async function refund(
  context: TriggerContext,
  orderId: Id<'order'>,
  deps: TriggerContext['deps'] = context.deps,
): Promise<Id<'refund'>> {
  const { organizationId } = context
  const options = {
    reason: 'customer_request',
    amount: minorUnits(priceAmount),
    revokeBenefits: false,
  } as const
  const order = { organizationId, id: orderId }
  const id = await runAsSeller(context, (uow) => createRefund(uow, order, options))
  await submitRefund(deps, { organizationId, id })
  return id
}

/** The customer’s bank reports a dispute of the whole order. */
export async function dispute(
  context: TriggerContext,
  orderId: Id<'order'>,
  status: 'needs_response' | 'won',
): Promise<Id<'dispute'>> {
  const { deps, organizationId } = context
  const { kysely } = deps.uowFactory.database
  const [payment] = await findPaymentsOf(kysely, organizationId, { orderIds: [orderId] })
  assert(payment !== undefined, 'the order was paid')
  const id = await runAsSeller(context, (uow) =>
    recordDispute(uow, deps, {
      organizationId,
      orderId,
      paymentId: payment.id,
      processorId: `triggered-${payment.id}`,
      status,
      isWarning: false,
      reason: 'fraudulent',
      evidenceDueBy: null,
      reportedAt: null,
      amount: payment.amount,
      processorUrl: null,
    }),
  )
  assert(id !== null, 'the report is new')
  return id
}
