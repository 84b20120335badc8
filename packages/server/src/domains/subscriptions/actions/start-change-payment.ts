import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { createPayment } from '../../payments/actions/create-payment.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { taxableAmount } from '../rules/amounts.ts'
import { purchaseCharged } from '../rules/charged-purchase.ts'
import { insertAwaitingChange } from '../store/changes-awaiting-payment.ts'
import { paidChangeJson } from '../store/stored-changes.ts'
import type { SubscriptionDeps } from './deps.ts'
import { taxOrNone } from './order-tax.ts'
import { lockUnchanged, type PreparedChange, type PricedOrder } from './prepare-change.ts'
import { requireNotHeld } from './read-holds.ts'

interface PricedChange {
  readonly prepared: PreparedChange
  readonly priced: PricedOrder
  readonly isOnSession: boolean
}

/**
 * Records the change together with its payment. The subscription changes once that has succeeded.
 */
export async function startChangePayment(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { prepared, priced, isOnSession }: PricedChange,
): Promise<Id<'payment'>> {
  const { request, customer, now, decision } = prepared
  const row = await lockUnchanged(uow, prepared.row)
  if (row === undefined) throw new Problem('conflicting_change')
  await requireNotHeld(uow.tx, row)
  const { organizationId, id, currency, paymentMethodId } = row
  const [method] = await methodsToCharge(uow.tx, organizationId, [
    { customerId: customer.id, paymentMethodId, purchaseId: purchaseCharged(row) },
  ])
  assert(method !== undefined, 'one request has one method, or null')
  if (method === null) throw new Problem('subscription_payment_method_missing')
  const payment = await createPayment(uow, deps, {
    organizationId,
    checkoutId: null,
    orderId: null,
    customerId: customer.id,
    customerEmail: customer.email,
    amount: priced.due.dueAmount,
    currency,
    source: { paymentMethodId: method.id },
    isOnSession,
    description: decision.after.product.name,
    returnUrl: null,
    metadata: { subscription_id: id },
  })
  const isOnlyOne = await insertAwaitingChange(uow.tx, {
    organizationId,
    subscriptionId: id,
    paymentId: payment.id,
    version: row.version,
    request: paidChangeJson({
      change: request,
      taxableAmount: taxableAmount(priced.order),
      tax: taxOrNone(priced.taxAnswer),
    }),
    decidedAt: now,
  })
  if (!isOnlyOne) throw new Problem('subscription_change_under_way')
  return payment.id
}
