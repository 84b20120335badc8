import * as z from 'zod/mini'
import { id, instant } from '../primitives.ts'

export const paymentMethodId = id('paymentMethod')

const common = {
  id: paymentMethodId,
  createdAt: instant,
  /** What is charged where nothing else is said. */
  default: z.boolean(),
}

const CardMethod = z.object({
  ...common,
  type: z.literal('card'),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    /** What the card is in: `apple_pay`. */
    wallet: z.nullable(z.string()),
  }),
})

const GenericMethod = z.object({ ...common, type: z.string() })

/** What a customer left to be charged again. */
export const PaymentMethod = z.union([CardMethod, GenericMethod])
export type PaymentMethod = z.output<typeof PaymentMethod>

export const methodSetUpId = id('methodSetUp')

/** A payment method on its way in. */
export const MethodSetUp = z.object({
  id: methodSetUpId,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed']),
  /** With it the customer’s browser asks their bank; there while the bank wants to hear from them. */
  clientSecret: z.nullable(z.string()),
  /** Why it came to nothing, in words for the customer. */
  declineMessage: z.nullable(z.string()),
  /** What came of it. */
  paymentMethod: z.nullable(PaymentMethod),
})
export type MethodSetUp = z.output<typeof MethodSetUp>
