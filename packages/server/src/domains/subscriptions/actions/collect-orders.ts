import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { MinorUnits } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { createPayments } from '../../payments/actions/create-payment.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import { purchaseCharged } from '../rules/charged-purchase.ts'
import { decideFailedPayment } from '../rules/dunning.ts'
import { insertAttempts } from '../store/attempts.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { heldAmong } from './read-holds.ts'
import { readSettings } from './read-settings.ts'
import { type SavedDecision, saveDecisions } from './save-decisions.ts'

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
        isByCustomer: false,
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

interface StartedCollecting {
  readonly row: SubscriptionRow
  /** Null without anything to charge, or without a payment method. */
  readonly collecting: Id<'payment'> | null
}

/**
 * Records the payment of an order that was just placed. If a subscription that has ended has no
 * payment method, that counts as the first failure.
 */
export async function startCollectingOrder(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { row, placed, customer, productName }: PlacedOrderOf,
): Promise<StartedCollecting> {
  if (placed === null || placed.dueAmount === 0) return { row, collecting: null }
  const { organizationId, customerId, paymentMethodId } = row
  const [method] = await methodsToCharge(uow.tx, organizationId, [
    { customerId, paymentMethodId, purchaseId: purchaseCharged(row) },
  ])
  if (method == null || (await heldAmong(uow.tx, [row])).has(row.id)) {
    const isEnded = row.endedAt !== null
    return { row: isEnded ? await startDunning(uow, deps, row) : row, collecting: null }
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
  return { row, collecting: payment.id }
}

async function startDunning(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const before = (await readFacts(uow.tx, [row])).get(row.id)
  assert(before !== undefined, 'a locked subscription has facts')
  const { dunning: policy } = await readSettings(uow.tx, row.organizationId)
  const decision = decideFailedPayment(before, policy, { isHard: false }, uow.now)
  const saved = await saveDecisions(uow, deps, [{ row, before, decision, tax: null }])
  return saved.get(row.id)?.row ?? row
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
