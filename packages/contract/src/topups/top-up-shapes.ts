import * as z from 'zod/mini'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { usageLimitUnitsMax, usageUnitsMin } from '../limits/limit-shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { PaymentMethod } from '../payments/method-shapes.ts'
import { onSessionState } from '../payments/on-session.ts'
import { id, instant, minorUnits } from '../primitives.ts'

export const topUpId = id('topUp')
export const creditPurchaseId = id('creditPurchase')

/** In a calendar month. */
export const topUpPurchasesMax = 100

export const topUpThreshold = z.union([
  z.literal(0),
  z.number().check(z.minimum(usageUnitsMin), z.maximum(usageLimitUnitsMax)),
])

/** Why nothing is bought any more until the customer turns it on again. */
export const topUpStopReasons = [
  'payment_declined',
  'authentication_required',
  'payment_method_missing',
  'price_increased',
  'product_unavailable',
  'billing_address_incomplete',
  'purchase_refunded',
  'purchase_disputed',
  'seller',
] as const
export type TopUpStopReason = (typeof topUpStopReasons)[number]

export const topUpStatuses = ['on', 'stopped'] as const

/** Credits that are bought with the customer’s stored card when a balance is low. */
export const TopUp = z.object({
  id: topUpId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  customerId,
  meterId,
  productId,
  /** A balance below it leads to a purchase. */
  threshold: z.number(),
  /** In a calendar month, in UTC. */
  purchasesMax: z.int(),
  /** What a purchase may cost, tax included: what the customer was shown. */
  totalAmountMax: minorUnits,
  currency: z.string(),
  status: z.enum(topUpStatuses),
  /** When the customer turned it on last. */
  consentedAt: instant,
  /** Null while it is on. */
  stopReason: z.nullable(z.enum(topUpStopReasons)),
  /** What the bank said, as shown to the customer. */
  stopMessage: z.nullable(z.string()),
  stoppedAt: z.nullable(instant),
})
export type TopUp = z.output<typeof TopUp>

/** With what it has led to. */
export const TopUpInUse = z.object({
  ...TopUp.shape,
  /** In this calendar month. */
  purchases: z.int(),
  isPurchasing: z.boolean(),
})
export type TopUpInUse = z.output<typeof TopUpInUse>

/** A one-time product that credits meters of the customer. */
export const CreditProduct = z.object({
  id: productId,
  name: z.string(),
  description: z.nullable(z.string()),
  /** Before tax. */
  amount: minorUnits,
  currency: z.string(),
  credits: z.array(z.object({ meterId, units: z.number() })),
})
export type CreditProduct = z.output<typeof CreditProduct>

/** What a customer would be charged for it now. */
export const CreditQuote = z.object({
  ...CreditProduct.shape,
  taxAmount: minorUnits,
  totalAmount: minorUnits,
  /** What would be charged; null if the customer has stored nothing. */
  paymentMethod: z.nullable(PaymentMethod),
})
export type CreditQuote = z.output<typeof CreditQuote>

/** Credits that a customer who is present is buying. */
export const CreditPurchase = z.object({
  ...onSessionState,
  id: creditPurchaseId,
  productId,
  /** Null until it is paid. */
  orderId: z.nullable(id('order')),
})
export type CreditPurchase = z.output<typeof CreditPurchase>
