import * as z from 'zod/mini'
import { laterOrder } from '../billing/later-clients.ts'
import { BareDiscount, DiscountProduct, discountId } from '../catalog/discount-shapes.ts'
import { priceId, productId } from '../catalog/prices.ts'
import { Address } from '../customers/address.ts'
import { Customer, customerId } from '../customers/shapes.ts'
import { id, instant, metadataShown, minorUnits } from '../primitives.ts'
import { BareSubscription, subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { taxabilityReasons } from '../tax/shapes.ts'

export const orderStatuses = ['pending', 'paid', 'refunded', 'partially_refunded'] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.output<typeof OrderStatus>

/** How an order ends that isn’t collected any more: the money is owed still, or no longer. */
export const orderClosings = ['uncollectible', 'void'] as const
export type OrderClosing = (typeof orderClosings)[number]

/**
 * Whether the money is still wanted. The official client knows only the statuses above, so an order
 * that isn’t collected any more stays `pending` there and says more here.
 */
export const collectionStatuses = ['open', 'paid', ...orderClosings] as const
export const CollectionStatus = z.enum(collectionStatuses)
export type CollectionStatus = z.output<typeof CollectionStatus>

/** All retries failed, the subscription ended before it was paid, or the seller decided. */
export const closingReasons = ['payment_failed', 'subscription_ended', 'seller'] as const
export type ClosingReason = (typeof closingReasons)[number]

export const billingReasons = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
] as const
export type BillingReason = (typeof billingReasons)[number]

export const orderId = id('order')

export const OrderItem = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: id('orderItem'),
  label: z.string(),
  /** Before discount and tax. */
  amount: minorUnits,
  taxAmount: minorUnits,
  proration: z.boolean(),
  productPriceId: z.nullable(priceId),
})

/** Webhooks send the same shape. */
export const Order = z.object({
  id: orderId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  status: OrderStatus,
  /** Stays true after a refund. */
  paid: z.boolean(),
  collectionStatus: CollectionStatus,
  collectionStoppedAt: z.nullable(instant),
  collectionStoppedReason: z.nullable(z.enum(closingReasons)),
  /** The seller’s own note; customers don’t see it. */
  collectionComment: z.nullable(z.string()),
  subtotalAmount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  /** The older name of `net_amount`. */
  amount: minorUnits,
  taxAmount: minorUnits,
  /** Why tax was or was not collected. */
  taxabilityReason: z.enum(taxabilityReasons),
  totalAmount: minorUnits,
  /** Of the customer’s balance: below zero what it paid, above zero a debt charged with the order. */
  appliedBalanceAmount: minorUnits,
  /** What is charged. */
  dueAmount: minorUnits,
  /** Without tax. */
  refundedAmount: minorUnits,
  refundedTaxAmount: minorUnits,
  /**
   * What was paid less what was refunded. Less can be refunded if some of it was credited or is
   * disputed.
   */
  refundableAmount: minorUnits,
  refundableTaxAmount: minorUnits,
  currency: z.string(),
  billingReason: z.enum(billingReasons),
  /** The name of the product. */
  description: z.string(),
  billingName: z.nullable(z.string()),
  billingAddress: z.nullable(Address),
  isInvoiceGenerated: z.boolean(),
  /** Empty until it has one, because later clients take no null. */
  invoiceNumber: z.string(),
  customerId,
  productId,
  discountId: z.nullable(discountId),
  subscriptionId: z.nullable(subscriptionId),
  checkoutId: z.nullable(id('checkout')),
  metadata: metadataShown,
  customFieldData: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  customer: Customer,
  /** The older name of `customer_id`. */
  userId: customerId,
  product: DiscountProduct,
  discount: z.nullable(BareDiscount),
  subscription: z.nullable(BareSubscription),
  items: z.array(OrderItem),
  ...laterOrder,
})
export type Order = z.output<typeof Order>
