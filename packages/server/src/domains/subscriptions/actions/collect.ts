import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { MinorUnits } from '../../../kernel/money.ts'
import type { Work } from '../../../platform/work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { beginPayments, type PaymentRow } from '../../payments/index.ts'
import { insertAttempts } from '../store/attempts.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'

/** An order of a subscription that is to be charged, and with what. */
export interface OrderToCollect {
  readonly row: SubscriptionRow
  readonly customer: CustomerRow
  readonly productName: string
  readonly orderId: Id<'order'>
  readonly dueAmount: MinorUnits
  readonly paymentMethodId: Id<'paymentMethod'>
}

/**
 * Notes what is about to be charged without anybody being there, and for what. What is carried out
 * afterwards, and by whom, changes nothing: whoever hears how it ended takes it to account.
 */
export async function beginCollecting(
  work: Work,
  parts: SubscriptionParts,
  orders: readonly OrderToCollect[],
): Promise<PaymentRow[]> {
  const payments = await beginPayments(
    work,
    parts,
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
    work.tx,
    orders.map(({ row, orderId }, at) => {
      const payment = payments[at]
      assert(payment !== undefined, 'of each wish comes a payment')
      return {
        organizationId: row.organizationId,
        paymentId: payment.id,
        subscriptionId: row.id,
        orderId,
        isCounted: true,
        begunAt: work.now,
      }
    }),
  )
  return payments
}
