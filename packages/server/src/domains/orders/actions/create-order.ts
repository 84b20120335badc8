import type { Address } from '@guildhall/contract/customers/address'
import type { Customer } from '@guildhall/contract/customers/shapes'
import type { BillingReason, Order } from '@guildhall/contract/orders/order-shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JsonObject, jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { postPayment } from '../../ledger/index.ts'
import { attachPayment } from '../../payments/index.ts'
import { noteTaxedSale, type TaxAnswer } from '../../tax/index.ts'
import { amountsOf, spreadOver } from '../rules/spread.ts'
import { findDiscounts, findProducts, findShownSubscriptions } from '../store/order-makings.ts'
import { insertOrder, insertOrderItems, type OrderItemRow, type OrderRow } from '../store/orders.ts'
import { orderEvent, presentOrder } from './present-order.ts'
import { taxPlaceOf } from './tax-place.ts'

interface ItemToBe {
  readonly label: string
  /** Before discount and tax. */
  readonly amount: MinorUnits
  readonly productPriceId: Id<'productPrice'> | null
}

interface OrderToBe {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly productId: Id<'product'>
  readonly checkoutId: Id<'checkout'> | null
  readonly discountId: Id<'discount'> | null
  /** Which it begins; null for what is bought once. */
  readonly subscriptionId: Id<'subscription'> | null
  /** Null where there was nothing to pay. */
  readonly paymentId: Id<'payment'> | null
  readonly currency: Currency
  readonly items: readonly ItemToBe[]
  readonly discountAmount: MinorUnits
  readonly tax: TaxAnswer
  readonly billingName: string | null
  readonly billingAddress: z.output<typeof Address> | null
  readonly taxId: z.output<typeof Customer>['taxId']
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
  readonly billingReason: BillingReason
}

/** What is paid for already, in the transaction that knows of it: the order, its items, the books. */
export async function createPaidOrder(work: Work, wish: OrderToBe): Promise<Order> {
  const { organizationId, customer, paymentId } = wish
  const order = await insertOrder(work.tx, columnsOf(work, wish))
  const items = await insertOrderItems(work.tx, itemsOf(work, order, wish.items))
  assert((paymentId === null) === (order.totalAmount === 0), 'what costs something is paid for')
  if (paymentId !== null) {
    await attachPayment(work, { organizationId, paymentId, orderId: order.id })
    await postPayment(work, {
      organizationId,
      orderId: order.id,
      paymentId,
      currency: order.currency,
      netAmount: order.netAmount,
      taxAmount: order.taxAmount,
      taxPlace: taxPlaceOf(order),
      occurredAt: work.now,
    })
  }
  const { id: orderId, taxCalculationId: calculationId } = order
  await noteTaxedSale(work, { organizationId, orderId, calculationId })
  const [product] = await findProducts(work.tx, { organizationId, ids: [order.productId] })
  assert(product !== undefined, 'what is bought is there')
  const discountIds = order.discountId === null ? [] : [order.discountId]
  const [discount = null] = await findDiscounts(work.tx, { organizationId, ids: discountIds })
  const ids = order.subscriptionId === null ? [] : [order.subscriptionId]
  const [subscription = null] = await findShownSubscriptions(work.tx, { organizationId, ids })
  const shown = presentOrder({ order, items, customer, product, discount, subscription })
  const created = orderEvent('created', order, shown)
  work.record(created, { ...created, name: 'order.paid' })
  return shown
}

function columnsOf(work: Work, wish: OrderToBe) {
  const { tax, taxId, billingAddress } = wish
  assert(!('incomplete' in tax), 'the tax of what is paid for is known')
  const amounts = amountsOf(
    wish.items.map(({ amount }) => amount),
    { discountAmount: wish.discountAmount, taxAmount: tax.amount },
  )
  return {
    ...amounts,
    organizationId: wish.organizationId,
    id: work.newId('order'),
    status: 'paid',
    billingReason: wish.billingReason,
    customerId: wish.customer.id,
    productId: wish.productId,
    discountId: wish.discountId,
    checkoutId: wish.checkoutId,
    subscriptionId: wish.subscriptionId,
    currency: wish.currency,
    taxabilityReason: tax.reason,
    taxRate: tax.rate === null ? null : jsonText(tax.rate),
    taxCalculationId: tax.calculationId,
    billingName: wish.billingName,
    billingAddress: billingAddress === null ? null : jsonText(billingAddress),
    taxId: taxId?.[0] ?? null,
    taxIdFormat: taxId?.[1] ?? null,
    customFieldData: jsonText(wish.customFieldData),
    metadata: jsonText(wish.metadata),
    createdAt: work.now,
    paidAt: work.now,
  }
}

function itemsOf(work: Work, order: OrderRow, items: readonly ItemToBe[]): OrderItemRow[] {
  const spread = spreadOver(
    items.map(({ amount }) => amount),
    order,
  )
  return spread.map((amounts, position) => ({
    ...amounts,
    organizationId: order.organizationId,
    id: work.newId('orderItem'),
    orderId: order.id,
    position,
    label: items[position]?.label ?? '',
    proration: false,
    productPriceId: items[position]?.productPriceId ?? null,
    createdAt: order.createdAt,
  }))
}
