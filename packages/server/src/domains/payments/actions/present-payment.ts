import { Payment, PaymentStatus } from '@guildhall/contract/payments/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { PaymentRow } from '../store/payments.ts'

const card = z.object({ brand: z.string(), last4: z.string() })

export function presentPayment(row: PaymentRow): Payment {
  const common = {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    processor: 'stripe',
    status: z.parse(PaymentStatus, row.status),
    amount: row.amount,
    currency: row.currency,
    declineReason: row.declineReason,
    declineMessage: row.declineMessage,
    organizationId: row.organizationId,
    checkoutId: row.checkoutId,
    orderId: row.orderId,
  } as const
  const { method, methodMetadata } = row
  return method === 'card' && methodMetadata !== null
    ? { ...common, method, methodMetadata: z.parse(card, methodMetadata) }
    : { ...common, method }
}

const codec = wireCodec(Payment, 'billing')

/** What happened to a payment, with the payment as of then. */
export function paymentEvent(action: 'succeeded' | 'failed', row: PaymentRow): NewEvent {
  const payload = encodedText(codec.encode(presentPayment(row)))
  return {
    name: `payment.${action}`,
    organizationId: row.organizationId,
    customerId: row.customerId,
    object: { type: 'payment', id: row.id, version: row.version },
    payload,
  }
}

/** Money came for a payment that had been given up before. */
export const overtakenEvent = (row: PaymentRow, processorId: string): NewEvent => ({
  name: 'payment.overtaken',
  organizationId: row.organizationId,
  customerId: row.customerId,
  object: { type: 'payment', id: row.id, version: row.version },
  payload: { id: row.id, processor_id: processorId, amount: row.amount, currency: row.currency },
})
