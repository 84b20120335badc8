import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { findCustomersOf } from '../../customers/index.ts'
import { openOrdersOf } from '../../orders/index.ts'
import {
  carryOutPayments,
  findPaymentsOf,
  methodsToCharge,
  type PaymentRow,
} from '../../payments/index.ts'
import { unchanged } from '../rules/outcome.ts'
import {
  findOpenSubscriptionsOf,
  lockSubscriptions,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { beginCollecting } from './collect.ts'
import type { SubscriptionParts } from './parts.ts'
import { readFacts } from './read-facts.ts'
import type { CustomerKey } from './revoke-of-customer.ts'
import { savePlans } from './save-plans.ts'
import { settleAttempts } from './settle-attempts.ts'

/**
 * The customer has another card to be charged: what is overdue is tried with it at once, and from
 * now on. Where that fails too, the schedule goes on: its days are counted from the first failure.
 */
export async function tryAgain(
  parts: SubscriptionParts,
  key: CustomerKey & { readonly paymentMethodId: Id<'paymentMethod'> },
): Promise<void> {
  const { organizationId } = key
  const begun = await work(parts.workshop, key, (unit) => begin(unit, parts, key))
  if (begun.length === 0) return
  const keys = begun.map(({ id: paymentId }) => ({ organizationId, paymentId }))
  await settleAttempts(parts, organizationId, await carryOutPayments(parts, keys))
}

async function begin(
  unit: Work,
  parts: SubscriptionParts,
  wish: CustomerKey & { readonly paymentMethodId: Id<'paymentMethod'> },
): Promise<PaymentRow[]> {
  const { tx } = unit
  const { organizationId, customerId, paymentMethodId } = wish
  const [method] = await methodsToCharge(tx, organizationId, [
    { customerId, paymentMethodId: null },
  ])
  const [customer] = await findCustomersOf(tx, organizationId, [customerId])
  const open = await findOpenSubscriptionsOf(tx, organizationId, customerId)
  const ids = open.filter(isOverdue).map(({ id }) => id)
  const rows = (await lockSubscriptions(tx, { organizationId, ids })).filter(isOverdue)
  // Another has taken its place meanwhile, which says so itself.
  if (method?.id !== paymentMethodId || customer === undefined || rows.length === 0) return []
  const facts = await readFacts(tx, rows)
  const plans = rows.map((row) => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'what is locked has facts')
    return { row, before, plan: unchanged(before), tax: null, beside: { paymentMethodId } }
  })
  await savePlans(unit, parts, plans)
  const owed = await openOrdersOf(tx, organizationId, ids)
  const orderIds = owed.map(({ order }) => order.id)
  const tried = await findPaymentsOf(tx, organizationId, { orderIds })
  const triedLast = new Map(tried.map((payment) => [payment.orderId, payment.paymentMethodId]))
  return beginCollecting(
    unit,
    parts,
    owed.flatMap(({ order, dueAmount }) => {
      const one = plans.find(({ row }) => row.id === order.subscriptionId)
      // Word of a card can come late, when it has failed already.
      const isAnother = triedLast.get(order.id) !== paymentMethodId
      if (one === undefined || !isAnother) return []
      const { row, before } = one
      const { name: productName } = before.product
      const { id: orderId } = order
      return { row, customer, productName, orderId, dueAmount, paymentMethodId }
    }),
  )
}

const isOverdue = ({ status }: SubscriptionRow): boolean =>
  status === 'past_due' || status === 'unpaid'
