import * as z from 'zod/mini'
import { laterPayment } from '../billing/later-clients.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant, minorUnits } from '../primitives.ts'

export const paymentId = id('payment')

export const paymentStatuses = ['pending', 'succeeded', 'failed'] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.output<typeof PaymentStatus>

const common = {
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: paymentId,
  /** The only value that clients know, also for payments in the sandbox. */
  processor: z.literal('stripe'),
  status: PaymentStatus,
  amount: minorUnits,
  currency,
  /** The processor’s reason for a decline. */
  declineReason: z.nullable(z.string()),
  /** The reason as shown to the buyer. */
  declineMessage: z.nullable(z.string()),
  organizationId,
  checkoutId: z.nullable(id('checkout')),
  orderId: z.nullable(id('order')),
  ...laterPayment,
}

const CardPayment = z.object({
  ...common,
  method: z.literal('card'),
  methodMetadata: z.object({ brand: z.string(), last4: z.string() }),
})

/** Also for a card whose details are unknown yet. */
const GenericPayment = z.object({ ...common, method: z.string() })

/** Events carry the same shape. */
export const Payment = z.union([CardPayment, GenericPayment])
export type Payment = z.output<typeof Payment>
