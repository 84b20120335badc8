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
import { noteTaxedSale, type TaxAnswer, type TaxDue } from '../../tax/index.ts'
import { amountsOf, type OrderAmounts, spreadOver } from '../rules/spread.ts'
import { findDiscounts, findShownSubscriptions } from '../store/order-makings.ts'
import { insertOrder, insertOrderItems, type OrderItemRow } from '../store/orders.ts'
import type { OrderParts } from './parts.ts'
import { orderEvent, presentOrder } from './present-order.ts'
import { taxPlaceOf } from './tax-place.ts'
import { tellPaid } from './tell-customer.ts'

interface ItemToBe {
  readonly label: string
  /** Before discount and tax. */
  readonly amount: MinorUnits
  readonly productPriceId: Id<'productPrice'> | null
}

interface OrderToBe {
  readonly id: Id<'order'>
  readonly organizationId: Id<'organization'>
  /** Who sells, by name. */
  readonly seller: string
  readonly customer: CustomerRow
  readonly product: Order['product']
  readonly checkoutId: Id<'checkout'> | null
  readonly discountId: Id<'discount'> | null
  /** Which it begins; null for what is bought once. */
  readonly subscriptionId: Id<'subscription'> | null
  /** Null where there was nothing to pay. */
  readonly payment: PaidBy | null
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

interface PaidBy {
  readonly id: Id<'payment'>
  /** Notes that the payment is this order’s. */
  readonly attach: (orderId: Id<'order'>) => Promise<unknown>
}

/**
 * What is paid for already, in the transaction that knows of it: the order, its items, the books, and
 * the mail that confirms it to whoever bought it.
 */
export async function createPaidOrder(
  work: Work,
  parts: Pick<OrderParts, 'config' | 'keyring'>,
  wish: OrderToBe,
): Promise<Order> {
  const { tx } = work
  const { organizationId, customer, product, id: orderId, tax } = wish
  assert(!('incomplete' in tax), 'the tax of what is paid for is known')
  const amounts = amountsOf(
    wish.items.map(({ amount }) => amount),
    { discountAmount: wish.discountAmount, taxAmount: tax.amount },
  )
  const discountIds = wish.discountId === null ? [] : [wish.discountId]
  const subscriptionIds = wish.subscriptionId === null ? [] : [wish.subscriptionId]
  const [order, items, [discount = null], [subscription = null]] = await Promise.all([
    insertOrder(tx, columnsOf(work, wish, { tax, amounts })),
    insertOrderItems(tx, itemsOf(work, wish, amounts)),
    findDiscounts(tx, { organizationId, ids: discountIds }),
    findShownSubscriptions(tx, { organizationId, ids: subscriptionIds }),
    bookPayment(work, wish, { tax, amounts }),
    noteTaxedSale(work, { organizationId, orderId, calculationId: tax.calculationId }),
  ])
  const shown = presentOrder({ order, items, customer, product, discount, subscription })
  const created = orderEvent('created', order, shown)
  work.record(created, { ...created, name: 'order.paid' })
  if (isTold(wish)) await tellPaid(work, parts, { order, items, customer, seller: wish.seller })
  return shown
}

/** Of the orders of a subscription its own mails tell. */
const isTold = ({ billingReason }: OrderToBe): boolean => billingReason === 'purchase'

interface Worth {
  readonly tax: TaxDue
  readonly amounts: OrderAmounts
}

/** After the order was written, to which the payment points. */
async function bookPayment(
  work: Work,
  { organizationId, id: orderId, payment, currency }: OrderToBe,
  { tax, amounts }: Worth,
): Promise<void> {
  const { netAmount, taxAmount, totalAmount } = amounts
  assert((payment === null) === (totalAmount === 0), 'what costs something is paid for')
  if (payment === null) return
  await Promise.all([
    payment.attach(orderId),
    postPayment(work, {
      organizationId,
      orderId,
      paymentId: payment.id,
      currency,
      netAmount,
      taxAmount,
      taxPlace: taxPlaceOf({ taxRate: tax.rate }),
      occurredAt: work.now,
    }),
  ])
}

function columnsOf(work: Work, wish: OrderToBe, { tax, amounts }: Worth) {
  const { taxId, billingAddress } = wish
  return {
    ...amounts,
    organizationId: wish.organizationId,
    id: wish.id,
    status: 'paid',
    billingReason: wish.billingReason,
    customerId: wish.customer.id,
    productId: wish.product.id,
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
    toldAt: isTold(wish) ? work.now : null,
  }
}

function itemsOf(
  work: Work,
  { organizationId, id: orderId, items }: OrderToBe,
  whole: OrderAmounts,
): OrderItemRow[] {
  const spread = spreadOver(
    items.map(({ amount }) => amount),
    whole,
  )
  return spread.map((amounts, position) => ({
    ...amounts,
    organizationId,
    id: work.newId('orderItem'),
    orderId,
    position,
    label: items[position]?.label ?? '',
    proration: false,
    productPriceId: items[position]?.productPriceId ?? null,
    createdAt: work.now,
  }))
}
