import { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { BareSubscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentBareProduct, presentDiscount } from '../../catalog/index.ts'
import { presentCustomer } from '../../customers/index.ts'
import {
  type CustomerRow,
  type DiscountRow,
  findCustomers,
  findDiscounts,
  findItemsOf,
  findProducts,
  findShownSubscriptions,
  type ShownSubscriptionRow,
} from '../store/order-makings.ts'
import type { OrderItemRow, OrderRow } from '../store/orders.ts'

/** An order with what it shows beside its own. */
export interface WholeOrder {
  readonly order: OrderRow
  readonly items: readonly OrderItemRow[]
  readonly customer: CustomerRow
  readonly product: Order['product']
  readonly discount: DiscountRow | null
  readonly subscription: ShownSubscriptionRow | null
}

/** Orders of one organization, by as many statements however many they are. */
export async function showOrders(db: Kysely<Tables>, rows: readonly OrderRow[]): Promise<Order[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = first
  const of = <K extends string>(ids: readonly Id<K>[]) => ({ organizationId, ids })
  const items = await findItemsOf(db, of(rows.map(({ id }) => id)))
  const customers = byId(await findCustomers(db, of(rows.map((row) => row.customerId))))
  const products = byId(await findProducts(db, of(rows.map((row) => row.productId))))
  const discountIds = rows.flatMap((row) => row.discountId ?? [])
  const discounts = byId(await findDiscounts(db, of(discountIds)))
  const subscriptionIds = rows.flatMap((row) => row.subscriptionId ?? [])
  const subscriptions = byId(await findShownSubscriptions(db, of([...new Set(subscriptionIds)])))
  const itemsOf = byOrder(items)
  return rows.map((order) => {
    const customer = customers.get(order.customerId)
    const product = products.get(order.productId)
    assert(customer !== undefined && product !== undefined, 'what an order names stays')
    const discount = order.discountId === null ? null : (discounts.get(order.discountId) ?? null)
    const { subscriptionId } = order
    const subscription =
      subscriptionId === null ? null : (subscriptions.get(subscriptionId) ?? null)
    const its = itemsOf.get(order.id) ?? []
    const shown = { customer, product: presentBareProduct(product), discount, subscription }
    return presentOrder({ order, items: its, ...shown })
  })
}

export async function showOrder(db: Kysely<Tables>, row: OrderRow): Promise<Order> {
  const [shown] = await showOrders(db, [row])
  assert(shown !== undefined, 'of one order there is one')
  return shown
}

const { status, billingReason, billingAddress, metadata, customFieldData } = Order.shape

export const presentOrder = (whole: WholeOrder): Order => ({
  ...presentAmounts(whole.order),
  id: whole.order.id,
  createdAt: whole.order.createdAt,
  modifiedAt: whole.order.modifiedAt,
  status: z.parse(status, whole.order.status),
  paid: whole.order.paidAt !== null,
  billingReason: z.parse(billingReason, whole.order.billingReason),
  billingName: whole.order.billingName,
  billingAddress: z.parse(billingAddress, whole.order.billingAddress),
  isInvoiceGenerated: whole.order.isInvoiceGenerated,
  invoiceNumber: whole.order.invoiceNumber,
  customerId: whole.order.customerId,
  productId: whole.order.productId,
  discountId: whole.order.discountId,
  subscriptionId: whole.order.subscriptionId,
  checkoutId: whole.order.checkoutId,
  metadata: z.parse(metadata, whole.order.metadata),
  customFieldData: z.parse(customFieldData, whole.order.customFieldData),
  customer: presentCustomer(whole.customer),
  userId: whole.order.customerId,
  product: whole.product,
  discount: whole.discount && presentDiscount({ discount: whole.discount, products: [] }),
  subscription: whole.subscription && presentSubscription(whole.subscription),
  items: whole.items.map(presentItem),
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

const presentAmounts = (order: OrderRow) => ({
  subtotalAmount: order.subtotalAmount,
  discountAmount: order.discountAmount,
  netAmount: order.netAmount,
  amount: order.netAmount,
  taxAmount: order.taxAmount,
  totalAmount: order.totalAmount,
  refundedAmount: order.refundedAmount,
  refundedTaxAmount: order.refundedTaxAmount,
  currency: order.currency,
})

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

const codec = wireCodec(Order, 'billing')

/** What happened to an order, with the order as of then: what webhooks send. */
export function orderEvent(
  action: 'created' | 'updated',
  { organizationId, id, customerId, version }: OrderRow,
  shown: Order,
): NewEvent {
  const payload = encodedText(codec.encode(shown))
  return {
    name: `order.${action}`,
    organizationId,
    customerId,
    object: { type: 'order', id, version },
    payload,
  }
}

const byId = <K, T extends { readonly id: K }>(rows: readonly T[]): ReadonlyMap<T['id'], T> =>
  new Map(rows.map((row) => [row.id, row]))

function byOrder(items: readonly OrderItemRow[]): ReadonlyMap<Id<'order'>, OrderItemRow[]> {
  const found = new Map<Id<'order'>, OrderItemRow[]>()
  for (const item of items) {
    const known = found.get(item.orderId)
    if (known === undefined) found.set(item.orderId, [item])
    else known.push(item)
  }
  return found
}
