import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { type OpenOrder, openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { readPayability } from '../../orders/actions/read-payability.ts'
import { findOrder } from '../../orders/store/orders.ts'
import { createPayment, type PaymentInput } from '../../payments/actions/create-payment.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import {
  cancelPayment,
  paymentOutcome,
  submitPayment,
} from '../../payments/actions/submit-payment.ts'
import type { PaymentOutcome } from '../../payments/rules/outcome.ts'
import { findPaymentsOf, type PaymentRow } from '../../payments/store/payments.ts'
import { insertAttempts } from '../store/attempts.ts'
import { lockSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts'
import { applyPaymentOutcomes } from './apply-payment-outcomes.ts'
import type { UnitOfWorkRunner } from './complete-paid-change.ts'
import type { SubscriptionDeps } from './deps.ts'
import { overduePaymentsOf } from './read-overdue.ts'

export interface OrderKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'order'>
}

/** A stored card of the customer, or one that is entered for this order. */
type OrderPaymentSource =
  | { readonly paymentMethodId: Id<'paymentMethod'> }
  | {
      readonly confirmationToken: string
      /** Whether it is stored, and the subscription charged to it from then on. */
      readonly savesMethod: boolean
    }

interface RequestedOrderPayment {
  readonly key: OrderKey
  readonly source: OrderPaymentSource
  readonly returnUrl: string
  readonly run: UnitOfWorkRunner
  /** Runs in the transaction that starts the payment: what a repeated call needs to continue. */
  readonly savePaymentId: (uow: UnitOfWork, paymentId: Id<'payment'>) => Promise<void>
}

const attemptsMax = 2

/**
 * Starts the payment of an open order by somebody who is present. An order has one payment at a
 * time: one that was left unconfirmed is canceled for the new one, and any other is waited for.
 */
export async function startOrderPayment(
  deps: SubscriptionDeps,
  requested: RequestedOrderPayment,
): Promise<Id<'payment'>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const id = await requested.run((uow) => start(uow, deps, requested))
    if (typeof id === 'string') return id
    await endUnconfirmed(deps, id)
  }
  throw new Problem('order_payment_under_way')
}

/**
 * Whether it succeeded, as often as the payer’s page asks. The order is paid once. Money that came
 * too late goes back, and pays nothing.
 */
export async function followOrderPayment(
  deps: SubscriptionDeps,
  key: OrderKey,
  paymentId: Id<'payment'>,
): Promise<PaymentOutcome> {
  const { kysely } = deps.uowFactory.database
  const { organizationId, id: orderId } = key
  const payments = await findPaymentsOf(kysely, organizationId, { orderIds: [orderId] })
  const payment = payments.find((one) => one.id === paymentId && one.confirmBy !== null)
  if (payment === undefined) throw new Problem('not_found')
  const outcome = await submitPayment(deps, { organizationId, paymentId })
  await applyPaymentOutcomes(deps, organizationId, new Map([[paymentId, outcome]]))
  if (outcome.status !== 'succeeded') return outcome
  const order = await findOrder(kysely, key)
  assert(order !== undefined, 'orders are never deleted')
  return (await readPayability(kysely, order)) === 'refunded' ? refunded : outcome
}

const refunded = {
  status: 'failed',
  reason: 'order_closed',
  message: 'Nothing is due for this order any more, so the payment is refunded.',
  isHard: false,
} as const

/** Returns the order’s other payment where it has one. Subscriptions are locked before orders. */
async function start(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { key, source, returnUrl, savePaymentId }: RequestedOrderPayment,
): Promise<Id<'payment'> | PaymentRow> {
  const { organizationId, id: orderId } = key
  const { row, open } = await lockOpenOrder(uow, key)
  await requireSource(uow, row, source)
  const [customer] = await findCustomersByIds(uow.tx, organizationId, [row.customerId])
  const [product] = await findProducts(uow.tx, organizationId, [open.order.productId])
  assert(customer !== undefined && product !== undefined, 'rows that are referenced exist')
  const id = uow.newId('payment')
  const payment = await createPayment(uow, deps, {
    id,
    organizationId,
    checkoutId: null,
    orderId,
    customerId: customer.id,
    customerEmail: customer.email,
    amount: open.dueAmount,
    currency: open.order.currency,
    source: sourceOf(source),
    isOnSession: true,
    description: product.name,
    returnUrl,
    metadata: { subscription_id: row.id, order_id: orderId },
  })
  if (payment.id !== id) return payment
  const startedAt = uow.now
  await insertAttempts(uow.tx, [
    {
      organizationId,
      paymentId: id,
      subscriptionId: row.id,
      orderId,
      isCounted: false,
      isByCustomer: true,
      startedAt,
    },
  ])
  await savePaymentId(uow, id)
  return id
}

async function lockOpenOrder(
  { tx }: UnitOfWork,
  { organizationId, id }: OrderKey,
): Promise<{ readonly row: SubscriptionRow; readonly open: OpenOrder }> {
  const order = await findOrder(tx, { organizationId, id })
  if (order === undefined) throw new Problem('not_found')
  const ids = order.subscriptionId === null ? [] : [order.subscriptionId]
  const [row] = await lockSubscriptions(tx, { organizationId, ids })
  const open = (await openOrdersOf(tx, organizationId, ids)).find((one) => one.order.id === id)
  if (row !== undefined && open !== undefined) return { row, open }
  const isPaid = (await findOrder(tx, { organizationId, id }))?.paidAt != null
  throw new Problem('order_not_open', { state: isPaid ? 'paid already' : 'closed' })
}

/**
 * A purchase with a typed address is charged to no stored card but its own, and a card that is
 * entered for it isn’t stored.
 */
async function requireSource(
  { tx }: UnitOfWork,
  { organizationId, customerId, acceptedAt }: SubscriptionRow,
  source: OrderPaymentSource,
): Promise<void> {
  const isStored = 'paymentMethodId' in source
  if (acceptedAt === null && (isStored || source.savesMethod)) {
    throw new Problem('order_of_unaccepted_subscription')
  }
  if (!isStored) return
  const { paymentMethodId } = source
  const wanted = { customerId, paymentMethodId, purchaseId: null }
  const [method] = await methodsToCharge(tx, organizationId, [wanted])
  // The default takes the place of one that isn’t theirs.
  if (method?.id === paymentMethodId) return
  throw new Problem('order_payment_method_unknown', { loc: ['body', 'payment_method_id'] })
}

const sourceOf = (source: OrderPaymentSource): PaymentInput['source'] =>
  'paymentMethodId' in source
    ? source
    : { confirmationToken: source.confirmationToken, storeMethod: source.savesMethod }

/** Refuses while the order’s payment needs nobody’s confirmation, because it may succeed. */
async function endUnconfirmed(deps: SubscriptionDeps, payment: PaymentRow): Promise<void> {
  const { organizationId, id: paymentId } = payment
  const isAsked = payment.confirmBy !== null && payment.clientSecret !== null
  const outcome = isAsked
    ? await cancelPayment(deps, { organizationId, paymentId })
    : paymentOutcome(deps, payment)
  await applyPaymentOutcomes(deps, organizationId, new Map([[paymentId, outcome]]))
  if (outcome.status === 'succeeded') throw new Problem('order_not_open', { state: 'paid already' })
  if (outcome.status !== 'failed') throw new Problem('order_payment_under_way')
}

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** What the customer left unconfirmed must not keep another card from paying what is overdue. */
export async function endUnconfirmedOf(
  deps: SubscriptionDeps,
  { organizationId, customerId }: CustomerKey,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const overdue = await overduePaymentsOf(deps, organizationId, customerId)
  const orderIds = overdue.flatMap(({ orders }) => orders.map(({ id }) => id))
  const payments =
    orderIds.length === 0 ? [] : await findPaymentsOf(kysely, organizationId, { orderIds })
  for (const payment of payments) {
    if (payment.confirmBy === null || payment.clientSecret === null) continue
    const key = { organizationId, paymentId: payment.id }
    const outcome = await cancelPayment(deps, key)
    await applyPaymentOutcomes(deps, organizationId, new Map([[payment.id, outcome]]))
  }
}
