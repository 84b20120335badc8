import * as z from 'zod/mini'
import { BareDiscount, DiscountProduct, discountId } from '../catalog/discount-shapes.ts'
import { priceId, productId, recurringIntervals } from '../catalog/prices.ts'
import { Address } from '../customers/address.ts'
import { Customer, customerId } from '../customers/shapes.ts'
import { id, instant, minorUnits } from '../primitives.ts'

export const orderStatuses = ['pending', 'paid', 'refunded', 'partially_refunded'] as const
export const billingReasons = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
] as const
export type BillingReason = (typeof billingReasons)[number]

export const orderId = id('order')
export const subscriptionId = id('subscription')

const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
] as const

const cancellationReasons = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const

const metadataShown = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

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

/** The subscription that an order is for. */
const OrderSubscription = z.object({
  metadata: metadataShown,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: subscriptionId,
  amount: minorUnits,
  currency: z.string(),
  recurringInterval: z.enum(recurringIntervals),
  status: z.enum(subscriptionStatuses),
  currentPeriodStart: instant,
  currentPeriodEnd: z.nullable(instant),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: z.nullable(instant),
  startedAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  customerId,
  productId,
  discountId: z.nullable(discountId),
  checkoutId: z.nullable(id('checkout')),
  customerCancellationReason: z.nullable(z.enum(cancellationReasons)),
  customerCancellationComment: z.nullable(z.string()),
})

/** Webhooks send it as well. */
export const Order = z.object({
  id: orderId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  status: z.enum(orderStatuses),
  /** Also after it was paid back. */
  paid: z.boolean(),
  subtotalAmount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  /** The older name of `net_amount`. */
  amount: minorUnits,
  taxAmount: minorUnits,
  totalAmount: minorUnits,
  /** Without tax. */
  refundedAmount: minorUnits,
  refundedTaxAmount: minorUnits,
  currency: z.string(),
  billingReason: z.enum(billingReasons),
  billingName: z.nullable(z.string()),
  billingAddress: z.nullable(Address),
  isInvoiceGenerated: z.boolean(),
  invoiceNumber: z.nullable(z.string()),
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
  subscription: z.nullable(OrderSubscription),
  items: z.array(OrderItem),
})
export type Order = z.output<typeof Order>
