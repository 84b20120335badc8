import { Order, orderClosings } from '@guildhall/contract/orders/order-shapes'
import { BareSubscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'
import { type MinorUnits, minorUnits, negate, subtract } from '../../../kernel/money.ts'
import { dueOf } from '../rules/amount-due.ts'
import { collectionStatusOf } from '../rules/closing.ts'
import type { OrderItemRow, OrderRow } from '../store/orders.ts'
import type { ShownSubscriptionRow } from '../store/shown-subscriptions.ts'

/** An order with the objects that it shows, presented by their domains. */
export interface OrderDetails {
  readonly order: OrderRow
  readonly items: readonly OrderItemRow[]
  readonly customer: Order['customer']
  readonly product: Order['product']
  readonly discount: Order['discount']
  readonly subscription: ShownSubscriptionRow | null
}

const { status, billingReason, billingAddress, taxabilityReason, metadata, customFieldData } =
  Order.shape
const { collectionStoppedReason } = Order.shape
const closing = z.nullable(z.enum(orderClosings))

export const presentOrder = (details: OrderDetails): Order => ({
  id: details.order.id,
  createdAt: details.order.createdAt,
  modifiedAt: details.order.modifiedAt,
  status: z.parse(status, details.order.status),
  paid: details.order.paidAt !== null,
  billingReason: z.parse(billingReason, details.order.billingReason),
  description: details.product.name,
  billingName: details.order.billingName,
  billingAddress: z.parse(billingAddress, details.order.billingAddress),
  isInvoiceGenerated: details.order.isInvoiceGenerated,
  invoiceNumber: details.order.invoiceNumber ?? '',
  customerId: details.order.customerId,
  productId: details.order.productId,
  discountId: details.order.discountId,
  subscriptionId: details.order.subscriptionId,
  checkoutId: details.order.checkoutId,
  metadata: z.parse(metadata, details.order.metadata),
  customFieldData: z.parse(customFieldData, details.order.customFieldData),
  customer: details.customer,
  userId: details.order.customerId,
  product: details.product,
  discount: details.discount,
  subscription: details.subscription && presentSubscription(details.subscription),
  items: details.items.map(presentItem),
  ...presentAmounts(details.order),
  ...presentCollection(details.order),
})

const { shape: ofSubscription } = BareSubscription

const presentSubscription = (row: ShownSubscriptionRow): BareSubscription => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  recurringInterval: z.parse(ofSubscription.recurringInterval, row.recurringInterval),
  status: z.parse(ofSubscription.status, row.status),
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  trialStart: row.trialEnd && row.startedAt,
  trialEnd: row.trialEnd,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  canceledAt: row.canceledAt,
  startedAt: row.startedAt,
  endsAt: row.endsAt,
  endedAt: row.endedAt,
  customerId: row.customerId,
  productId: row.productId,
  discountId: row.discountId,
  checkoutId: row.checkoutId,
  customerCancellationReason: z.parse(
    ofSubscription.customerCancellationReason,
    row.customerCancellationReason,
  ),
  customerCancellationComment: row.customerCancellationComment,
  metadata: z.parse(metadata, row.metadata),
})

const presentCollection = (order: OrderRow) => ({
  collectionStatus: collectionStatusOf({
    status: z.parse(status, order.status),
    stoppedAs: z.parse(closing, order.collectionStoppedAs),
  }),
  collectionStoppedAt: order.collectionStoppedAt,
  collectionStoppedReason: z.parse(collectionStoppedReason, order.collectionStoppedReason),
  collectionComment: order.collectionComment,
})

const presentAmounts = (order: OrderRow) => ({
  subtotalAmount: order.subtotalAmount,
  discountAmount: order.discountAmount,
  netAmount: order.netAmount,
  amount: order.netAmount,
  taxAmount: order.taxAmount,
  taxabilityReason: z.parse(taxabilityReason, order.taxabilityReason),
  totalAmount: order.totalAmount,
  appliedBalanceAmount: negate(order.appliedBalanceAmount),
  dueAmount: dueOf(order),
  refundedAmount: order.refundedAmount,
  refundedTaxAmount: order.refundedTaxAmount,
  refundableAmount: unrefunded(order, order.netAmount, order.refundedAmount),
  refundableTaxAmount: unrefunded(order, order.taxAmount, order.refundedTaxAmount),
  currency: order.currency,
})

/** Nothing of an order that isn’t paid, or that gave back an earlier payment. */
const unrefunded = (
  { paidAt }: Pick<OrderRow, 'paidAt'>,
  charged: MinorUnits,
  refunded: MinorUnits,
): MinorUnits =>
  paidAt === null || charged < refunded ? minorUnits(0) : subtract(charged, refunded)

const presentItem = (item: OrderItemRow): Order['items'][number] => ({
  createdAt: item.createdAt,
  modifiedAt: null,
  id: item.id,
  label: item.label,
  amount: item.amount,
  taxAmount: item.taxAmount,
  proration: item.proration,
  productPriceId: item.productPriceId,
})
