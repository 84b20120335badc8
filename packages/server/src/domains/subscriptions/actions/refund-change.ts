import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { refundInFull, submitRefund } from '../../orders/actions/create-refund.ts'
import { placeOrders } from '../../orders/actions/place-orders.ts'
import type { OrderToPlace } from '../../orders/actions/plan-orders.ts'
import { findOrder } from '../../orders/store/orders.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { type AwaitingChangeRow, takeAwaitingChange } from '../store/changes-awaiting-payment.ts'
import { readPaidChange } from '../store/stored-changes.ts'
import { billingDetailsOf, billingOnOrder } from './billing-details-of.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { Snapshot } from './prepare-change.ts'

/**
 * The money for a change that can’t happen any more gets an order of its own, which is refunded in
 * full: the seller and the buyer see both, and so do the books. Once, however many try; after a
 * crash a job continues the refund.
 */
export async function refundChange(
  deps: SubscriptionDeps,
  change: AwaitingChangeRow,
  snapshot: Snapshot,
): Promise<void> {
  const { organizationId } = change
  const refundId = await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) =>
    (await takeAwaitingChange(uow.tx, change)) ? placeAndRefund(uow, change, snapshot) : null,
  )
  if (refundId !== null) await submitRefund(deps, { organizationId, id: refundId })
}

async function placeAndRefund(
  uow: UnitOfWork,
  change: AwaitingChangeRow,
  snapshot: Snapshot,
): Promise<Id<'refund'>> {
  const { organizationId, paymentId } = change
  const [payment] = await findPayments(uow.tx, organizationId, [paymentId])
  assert(payment?.status === 'succeeded', 'only a change that was paid is refunded')
  const [placed] = await placeOrders(uow, [orderOf(change, snapshot, payment.amount)])
  assert(placed !== undefined, 'one order is placed')
  const comment = 'The subscription could not be changed any more'
  return refundInFull(uow, { organizationId, id: placed.order.id }, comment)
}

/**
 * Exactly what was charged, so that it uses no balance. Nothing was supplied for it, so it bears no
 * tax and doesn’t belong to the subscription.
 */
function orderOf(
  { organizationId, paymentId, request }: AwaitingChangeRow,
  { row, facts, customer }: Snapshot,
  amount: MinorUnits,
): OrderToPlace {
  const { change } = readPaidChange(request)
  const { id, name } = change.kind === 'product' ? change.product : facts.product
  const label = `Change to ${name}, not made`
  const item = {
    label,
    amount,
    discountAmount: nothing,
    proration: false,
    productPriceId: null,
    period: null,
    reverses: null,
    usageSettlementId: null,
  }
  return {
    organizationId,
    customer,
    billing: billingOnOrder(billingDetailsOf(row, customer)),
    productId: id,
    subscriptionId: null,
    discountId: null,
    billingReason: 'subscription_update',
    currency: row.currency,
    period: null,
    items: [item],
    tax: { amount: nothing, reason: 'not_subject_to_tax', rate: null, calculationId: null },
    paymentId,
    customFieldData: {},
    metadata: {},
  }
}

const nothing = minorUnits(0)

/** Whether the payment of a change, which has an order, was refunded instead of completed. */
export async function wasRefunded(
  { uowFactory }: SubscriptionDeps,
  key: { readonly organizationId: Id<'organization'>; readonly id: Id<'order'> },
): Promise<boolean> {
  const order = await findOrder(uowFactory.database.kysely, key)
  assert(order !== undefined, 'orders are never deleted')
  return order.subscriptionId === null
}
