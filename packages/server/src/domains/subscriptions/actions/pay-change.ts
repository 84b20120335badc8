import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { beginPayment, methodsToCharge } from '../../payments/index.ts'
import { amountsOf } from '../rules/amounts.ts'
import { insertPaidChange } from '../store/paid-changes.ts'
import { type Decided, lockDecided, type Priced } from './change-decision.ts'
import { taxWithoutAsking } from './order-tax.ts'
import type { SubscriptionParts } from './parts.ts'
import { writePaidWish } from './stored-wish.ts'

/**
 * Notes a change along with the payment that is about to be carried out, and changes nothing yet. It
 * happens when the money has come, and leaves no trace where it doesn’t.
 */
export async function beginPaidChange(
  unit: Work,
  parts: SubscriptionParts,
  { decided, priced }: { readonly decided: Decided; readonly priced: Priced },
): Promise<Id<'payment'>> {
  const { wish, customer, now, plan } = decided
  const row = await lockDecided(unit, decided.row)
  if (row === undefined) throw new Problem('conflicting_change')
  const { organizationId, id, currency, paymentMethodId } = row
  const [method] = await methodsToCharge(unit.tx, organizationId, [
    { customerId: customer.id, paymentMethodId },
  ])
  assert(method !== undefined, 'one question has one answer')
  if (method === null) throw new Problem('subscription_payment_method_missing')
  const payment = await beginPayment(unit, parts, {
    organizationId,
    checkoutId: null,
    orderId: null,
    customerId: customer.id,
    customerEmail: customer.email,
    amount: priced.due.dueAmount,
    currency,
    source: { paymentMethodId: method.id },
    description: plan.after.product.name,
    returnUrl: null,
    metadata: { subscription_id: id },
  })
  const isFirst = await insertPaidChange(unit.tx, {
    organizationId,
    subscriptionId: id,
    paymentId: payment.id,
    version: row.version,
    wish: writePaidWish({
      wish,
      netAmount: amountsOf(priced.order).netAmount,
      tax: taxWithoutAsking(priced.answer),
    }),
    decidedAt: now,
  })
  if (!isFirst) throw new Problem('subscription_change_under_way')
  return payment.id
}
