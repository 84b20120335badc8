import { type Payment, PaymentStatus } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
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
