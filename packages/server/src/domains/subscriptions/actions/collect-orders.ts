import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { MinorUnits } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { stopCollecting } from '../../orders/index.ts'
import {
  createPayments,
  methodsToCharge,
  type PaymentRow,
  submitPayments,
} from '../../payments/index.ts'
import { purchaseCharged } from '../rules/charged-purchase.ts'
import { insertAttempts } from '../store/attempts.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { SavedDecision } from './save-decisions.ts'

/** An order of a subscription, and the payment method to charge for it. */
export interface OrderToCollect {
  readonly row: SubscriptionRow
  readonly customer: CustomerRow
  readonly productName: string
  readonly orderId: Id<'order'>
  readonly dueAmount: MinorUnits
  readonly paymentMethodId: Id<'paymentMethod'>
}

/**
 * Records payments of orders without the customer present. They are submitted after the commit; the
 * first process that learns an outcome applies it.
 */
export async function startCollecting(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  orders: readonly OrderToCollect[],
): Promise<PaymentRow[]> {
  const payments = await createPayments(
    uow,
    deps,
    orders.map(({ row, customer, productName, orderId, dueAmount, paymentMethodId }) => ({
      organizationId: row.organizationId,
      checkoutId: null,
      orderId,
      customerId: customer.id,
      customerEmail: customer.email,
      amount: dueAmount,
      currency: row.currency,
      source: { paymentMethodId },
      description: productName,
      returnUrl: null,
      metadata: { subscription_id: row.id, order_id: orderId },
    })),
  )
  await insertAttempts(
    uow.tx,
    orders.map(({ row, orderId }, at) => {
      const payment = payments[at]
      assert(payment !== undefined, 'every order gets a payment')
      return {
        organizationId: row.organizationId,
        paymentId: payment.id,
        subscriptionId: row.id,
        orderId,
        isCounted: true,
        startedAt: uow.now,
      }
    }),
  )
  return payments
}

interface PlacedOrderOf extends SavedDecision {
  readonly customer: CustomerRow
  readonly productName: string
}

/**
 * Records the payment of an order that was just placed. Null without anything to charge, or without
 * a payment method: then a subscription that has ended is not collected for any more.
 */
export async function startCollectingOrder(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { row, placed, customer, productName }: PlacedOrderOf,
): Promise<Id<'payment'> | null> {
  if (placed === null || placed.dueAmount === 0) return null
  const { organizationId, customerId, paymentMethodId } = row
  const [method] = await methodsToCharge(uow.tx, organizationId, [
    { customerId, paymentMethodId, purchaseId: purchaseCharged(row) },
  ])
  if (method == null) {
    if (row.endedAt !== null) await stopCollecting(uow, organizationId, [row.id])
    return null
  }
  const [payment] = await startCollecting(uow, deps, [
    {
      row,
      customer,
      productName,
      orderId: placed.order.id,
      dueAmount: placed.dueAmount,
      paymentMethodId: method.id,
    },
  ])
  assert(payment !== undefined, 'every order gets a payment')
  return payment.id
}

/** If this fails, the payment stays recorded and a sweep submits it later. */
export async function chargeNow(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  paymentId: Id<'payment'>,
): Promise<void> {
  await submitPayments(deps, [{ organizationId, paymentId }]).catch((error: unknown) =>
    deps.log.warn({ err: error, paymentId }, 'an order could not be charged immediately'),
  )
}
