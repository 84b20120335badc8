import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { distinct } from '../../../kernel/indexing.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { lockOpenOrders } from '../../orders/store/order-batch.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import { findPaymentsOf, type PaymentRow } from '../../payments/store/payments.ts'
import { decideHold } from '../rules/hold.ts'
import { isInArrears } from '../rules/lifecycle.ts'
import type { ExtraColumns } from '../store/save-subscriptions.ts'
import {
  findOpenSubscriptionsOf,
  findOverdueSubscriptionsOf,
  lockSubscriptions,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { applyPaymentOutcomes } from './apply-payment-outcomes.ts'
import { startCollecting } from './collect-orders.ts'
import type { SubscriptionDeps } from './deps.ts'
import { followCard } from './follow-dispute.ts'
import { endUnconfirmedOf } from './pay-order.ts'
import { readFacts } from './read-facts.ts'
import { heldAmong } from './read-holds.ts'
import { billResumed } from './resume-renewals.ts'
import { saveDecisions } from './save-decisions.ts'

interface NewDefaultMethod {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly paymentMethodId: Id<'paymentMethod'>
}

/**
 * A customer has a new default payment method: overdue orders are charged to it immediately, and so
 * is everything later. If that fails, dunning continues, counting its days from the first failure.
 */
export async function retryPayment(
  deps: SubscriptionDeps,
  method: NewDefaultMethod,
): Promise<void> {
  const { organizationId } = method
  await endUnconfirmedOf(deps, method)
  const { payments, resumed } = await runUnitOfWork(deps.uowFactory, method, (uow) =>
    start(uow, deps, method),
  )
  await billResumed(deps, organizationId, resumed)
  if (payments.length === 0) return
  const keys = payments.map(({ id: paymentId }) => ({ organizationId, paymentId }))
  await applyPaymentOutcomes(deps, organizationId, await submitPayments(deps, keys))
}

/** What is charged now, and what may start a new period. */
interface Collected {
  readonly payments: readonly PaymentRow[]
  readonly resumed: readonly Id<'subscription'>[]
}

const nothing: Collected = { payments: [], resumed: [] }

async function start(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { organizationId, customerId, paymentMethodId }: NewDefaultMethod,
): Promise<Collected> {
  const { tx } = uow
  const [method] = await methodsToCharge(tx, organizationId, [
    { customerId, paymentMethodId: null, purchaseId: null },
  ])
  const [customer] = await findCustomersByIds(tx, organizationId, [customerId])
  const overdue = await findOverdueSubscriptionsOf(tx, organizationId, customerId)
  const open = await findOpenSubscriptionsOf(tx, organizationId, customerId)
  const ids = distinct([...overdue, ...open].map(({ id }) => id))
  const locked = await lockSubscriptions(tx, { organizationId, ids })
  const rows = locked.filter((one) => isInArrears(one) && one.acceptedAt !== null)
  // If the default changed again, that event retries the payment.
  if (method?.id !== paymentMethodId || customer === undefined) return nothing
  await followCard(
    uow,
    deps,
    locked.filter((one) => !rows.includes(one)),
  )
  return collectOverdue(uow, deps, { rows, customer, paymentMethodId, extraColumns: {} })
}

interface OverdueSubscriptions {
  /** Locked, and of one customer. */
  readonly rows: readonly SubscriptionRow[]
  readonly customer: CustomerRow
  /** Charged now, and from now on. */
  readonly paymentMethodId: Id<'paymentMethod'>
  /** Saved together with it. */
  readonly extraColumns: Partial<ExtraColumns>
}

/**
 * Switches subscriptions to another payment method, which is charged for their open orders and lifts
 * their hold, unless it is a disputed card itself.
 */
export async function collectOverdue(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { rows, customer, paymentMethodId, extraColumns: given }: OverdueSubscriptions,
): Promise<Collected> {
  const { tx } = uow
  if (rows.length === 0) return nothing
  const { organizationId } = customer
  const chosen = { ...given, paymentMethodId }
  const lifted = { ...chosen, holdLiftedAt: uow.now }
  const held = await heldAmong(
    tx,
    rows.map((row) => ({ ...row, ...lifted })),
  )
  const facts = await readFacts(tx, rows)
  const decisions = rows.map((row) => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'a locked subscription has facts')
    const decision = decideHold(before, held.has(row.id), uow.now)
    const extraColumns = held.has(row.id) ? chosen : lifted
    return { row, before, decision, tax: null, extraColumns }
  })
  await saveDecisions(uow, deps, decisions)
  const ids = rows.map(({ id }) => id)
  const owed = await openOrdersOf(tx, organizationId, ids)
  const orderIds = owed.map(({ order }) => order.id)
  const still = await lockOpenOrders(tx, organizationId, orderIds)
  const payments = await findPaymentsOf(tx, organizationId, { orderIds })
  const lastMethods = new Map(payments.map((one) => [one.orderId, one.paymentMethodId]))
  const started = await startCollecting(
    uow,
    deps,
    owed.flatMap(({ order, dueAmount }) => {
      const decided = decisions.find(({ row }) => row.id === order.subscriptionId)
      // The event may arrive late, when this method was already charged.
      const isNewMethod = lastMethods.get(order.id) !== paymentMethodId
      if (decided === undefined || !isNewMethod || !still.has(order.id)) return []
      const { row, before } = decided
      if (held.has(row.id)) return []
      const { name: productName } = before.product
      const { id: orderId } = order
      return { row, customer, productName, orderId, dueAmount, paymentMethodId }
    }),
  )
  return { payments: started, resumed: ids }
}
