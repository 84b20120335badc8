import type { Id } from '@guildhall/contract/primitives'
import {
  changeCheckout,
  confirmCheckout,
  type FoundCheckout,
  findCheckoutIn,
  finishCheckout,
  payCheckout,
  prepareCheckout,
  saveNewCheckout,
} from '../../domains/checkout/index.ts'
import { createRefund, recordDispute, submitRefund } from '../../domains/orders/index.ts'
import { findOrganization } from '../../domains/organizations/index.ts'
import { findPaymentsOf } from '../../domains/payments/index.ts'
import { changeSubscription } from '../../domains/subscriptions/index.ts'
import { assert } from '../../kernel/assert.ts'
import { minorUnits } from '../../kernel/money.ts'
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
    () => checkoutAt(context, id),
    request,
    (change) => runAsSeller(context, change),
  )
}

async function checkoutAt(
  { deps, organizationId }: TriggerContext,
  id: CheckoutId,
): Promise<FoundCheckout> {
  const found = await findCheckoutIn(deps.uowFactory.database.reads, [organizationId], id)
  assert(found !== undefined, 'a checkout is never deleted')
  return found
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
  const confirmed = await confirmCheckout(deps, {
    find: () => checkoutAt(context, id),
    input: {
      input: {
        customerEmail: newAddress(context),
        customerName: 'Ada Example',
        customerBillingAddress: address,
      },
      confirmationTokenId: 'tok_sandbox_ok',
    },
    saveProgress: () => Promise.resolve(),
  })
  const organization = await findOrganization(deps.uowFactory.database.reads, organizationId)
  assert(organization !== undefined, 'the seller exists')
  const finish = <T>(_: unknown, answer: T) => Promise.resolve(answer)
  await payCheckout(deps, confirmed, { organization, finish })
  // A job would do this a moment later.
  await finishCheckout(deps, { organizationId, id })
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

type Change = Parameters<typeof changeSubscription>[1]['change']

export const change = (
  context: TriggerContext,
  id: Id<'subscription'>,
  request: Change,
): Promise<void> =>
  changeSubscription(context.deps, {
    key: { organizationId: context.organizationId, id },
    change: request,
    run: (task) => runAsSeller(context, task),
    finish: () => Promise.resolve(),
    savePaymentId: () => Promise.resolve(),
    startedPaymentId: null,
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
