import * as z from 'zod/mini'
import { laterPaymentMethod } from '../billing/later-clients.ts'
import { customerId } from '../customers/shapes.ts'
import { id, instant } from '../primitives.ts'

export const paymentMethodId = id('paymentMethod')

const common = {
  id: paymentMethodId,
  createdAt: instant,
  customerId,
  /** Charged by default. */
  default: z.boolean(),
  ...laterPaymentMethod,
}

const Card = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  /** The wallet that holds the card: `apple_pay`. */
  wallet: z.nullable(z.string()),
})

export const cardMethod = {
  ...common,
  type: z.literal('card'),
  card: Card,
  /** The name of `card` in later clients. */
  methodMetadata: Card,
}

export const genericMethod = { ...common, type: z.string() }

/** A stored payment method of a customer. */
export const PaymentMethod = z.union([z.object(cardMethod), z.object(genericMethod)])
export type PaymentMethod = z.output<typeof PaymentMethod>

export const methodSetUpId = id('methodSetUp')

/** A payment method that is being added. */
export const MethodSetUp = z.object({
  id: methodSetUpId,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed']),
  /** With it the customer’s browser authenticates at the bank; set while that is required. */
  clientSecret: z.nullable(z.string()),
  /** Why it failed, as shown to the customer. */
  declineMessage: z.nullable(z.string()),
  /** The added method. */
  paymentMethod: z.nullable(PaymentMethod),
})
export type MethodSetUp = z.output<typeof MethodSetUp>

/** How storing a payment method without a purchase ended. */
export const MethodSetUpOutcome = z.object({
  id: methodSetUpId,
  customerId,
  checkoutId: z.nullable(id('checkout')),
  status: z.string(),
  paymentMethodId: z.nullable(id('paymentMethod')),
  declineReason: z.nullable(z.string()),
  declineMessage: z.nullable(z.string()),
})
