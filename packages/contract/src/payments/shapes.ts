import * as z from 'zod/mini'
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
  /** The enumeration’s only value, also where the sandbox takes the payment. */
  processor: z.literal('stripe'),
  status: PaymentStatus,
  amount: minorUnits,
  currency,
  /** Why it was declined, in the processor’s terms. */
  declineReason: z.nullable(z.string()),
  /** The same in words for the buyer. */
  declineMessage: z.nullable(z.string()),
  organizationId,
  checkoutId: z.nullable(id('checkout')),
  orderId: z.nullable(id('order')),
}

const CardPayment = z.object({
  ...common,
  method: z.literal('card'),
  methodMetadata: z.object({ brand: z.string(), last4: z.string() }),
})

/** Also of a card, as long as nobody knows which. */
const GenericPayment = z.object({ ...common, method: z.string() })

/** Webhooks send it as well. */
export const Payment = z.union([CardPayment, GenericPayment])
export type Payment = z.output<typeof Payment>
