import type { BillingReason, Order } from '@guildhall/contract/orders/order-shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import type { JsonObject, JsonValue } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import type { TaxDue, TaxResult } from '../../tax/index.ts'
import { balanceAfter, type Due, dueWhenCharged, planDue } from '../rules/amount-due.ts'
import { amountsOf, type OrderAmounts, spreadTax } from '../rules/order-amounts.ts'
import type { NewOrderRow } from '../store/order-batch.ts'
import type { OrderItemRow } from '../store/orders.ts'

export interface ItemToPlace {
  readonly label: string
  /** Before discount and tax; below zero for a credit. */
  readonly amount: MinorUnits
  /** The item’s part of the order’s discount. */
  readonly discountAmount: MinorUnits
  readonly proration: boolean
  readonly productPriceId: Id<'productPrice'> | null
}

/** An order of a subscription, with the billing details that the customer has now. */
export interface OrderToPlace {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly productId: Id<'product'>
  readonly subscriptionId: Id<'subscription'> | null
  readonly discountId: Id<'discount'> | null
  readonly billingReason: BillingReason
  readonly currency: Currency
  /** The billed period; a period has one renewal order. */
  readonly period: Period | null
  readonly items: readonly ItemToPlace[]
  /** On the net amount, and below zero with it. */
  readonly tax: TaxResult
  /** A payment that succeeded before the order was placed. Null where it is still to be paid. */
  readonly paymentId: Id<'payment'> | null
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
}

/**
 * Additional details of an order of a checkout. It is paid in full before it is placed and doesn’t
 * use the customer’s balance, so it is created as a paid order.
 */
export interface Purchase {
  /** Given where the id is needed in advance. */
  readonly orderId: Id<'order'>
  readonly checkoutId: Id<'checkout'> | null
  readonly product: Order['product']
  readonly billing: BillingDetails
  readonly isNotified: boolean
  /** Links the payment to the order. */
  readonly attachPayment: (orderId: Id<'order'>) => Promise<unknown>
}

type BillingDetails = Pick<NewOrderRow, 'billingName' | 'billingAddress' | 'taxId' | 'taxIdFormat'>

export interface OrderToWrite extends OrderToPlace {
  readonly purchase?: Purchase
}

/** What pays orders, apart from later charges. */
export interface Funds {
  /** By customer and currency. */
  readonly balances: ReadonlyMap<string, MinorUnits>
  readonly charged: ReadonlyMap<Id<'payment'>, MinorUnits>
}

export const noFunds: Funds = { balances: new Map(), charged: new Map() }

export const balanceKey = (customerId: Id<'customer'>, currency: Currency): string =>
  `${customerId} ${currency}`

export interface PlannedOrder {
  readonly input: OrderToWrite
  readonly columns: NewOrderRow
  readonly items: readonly OrderItemRow[]
  readonly due: Due
}

/** Orders of one customer use the balance one after another, as if each were placed alone. */
export function planOrders(
  uow: UnitOfWork,
  orders: readonly OrderToWrite[],
  { balances, charged }: Funds,
): PlannedOrder[] {
  const left = new Map(balances)
  return orders.map((input) => {
    const amounts = amountsOf(input.items, knownTax(input.tax).amount)
    const key = balanceKey(input.customer.id, input.currency)
    const balanceAmount = left.get(key) ?? nothing
    const due = dueOf(input, amounts, { balanceAmount, charged })
    left.set(key, balanceAfter(balanceAmount, due))
    const columns = columnsOf(uow, input, { ...amounts, due })
    return { input, due, columns, items: itemsOf(uow, columns, input.items) }
  })
}

interface Available extends Pick<Funds, 'charged'> {
  readonly balanceAmount: MinorUnits
}

function dueOf(
  { currency, paymentId, purchase }: OrderToWrite,
  { totalAmount }: OrderAmounts,
  { balanceAmount, charged }: Available,
): Due {
  if (purchase !== undefined) {
    assert(
      (paymentId === null) === (totalAmount === 0),
      'an order that costs something is paid for',
    )
    return { dueAmount: totalAmount, appliedAmount: nothing, entryKind: null }
  }
  if (paymentId === null) return planDue({ currency, totalAmount, balanceAmount })
  const chargedAmount = charged.get(paymentId)
  assert(chargedAmount !== undefined, 'the payment of an order has succeeded')
  return dueWhenCharged({ totalAmount, balanceAmount, chargedAmount })
}

function knownTax(tax: TaxResult): TaxDue {
  assert(!('incomplete' in tax), 'the tax of an order is known')
  return tax
}

/**
 * An order that is paid as it is placed has its second version already; a purchase has one only.
 */
function columnsOf(
  uow: UnitOfWork,
  input: OrderToWrite,
  { due, ...amounts }: OrderAmounts & { readonly due: Due },
): NewOrderRow {
  const { customer, period, purchase } = input
  const { now } = uow
  const tax = knownTax(input.tax)
  const isPurchase = purchase !== undefined
  const isPaid = isPurchase || input.paymentId !== null || due.dueAmount === 0
  const isUpdated = isPaid && !isPurchase
  return {
    ...amounts,
    ...(purchase?.billing ?? billingOf(customer)),
    organizationId: input.organizationId,
    id: purchase?.orderId ?? uow.newId('order'),
    status: isPaid ? 'paid' : 'pending',
    billingReason: input.billingReason,
    customerId: customer.id,
    productId: input.productId,
    discountId: input.discountId,
    checkoutId: purchase?.checkoutId ?? null,
    subscriptionId: input.subscriptionId,
    currency: input.currency,
    appliedBalanceAmount: due.appliedAmount,
    taxabilityReason: tax.reason,
    taxRate: tax.rate === null ? null : { ...tax.rate },
    taxCalculationId: tax.calculationId,
    customFieldData: input.customFieldData,
    metadata: input.metadata,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    version: isUpdated ? 2 : 1,
    createdAt: now,
    modifiedAt: isUpdated ? now : null,
    paidAt: isPaid ? now : null,
    notifiedAt: purchase?.isNotified === true ? now : null,
  }
}

const billingOf = (customer: CustomerRow): BillingDetails => ({
  billingName: customer.name,
  billingAddress: jsonOf(customer.billingAddress),
  taxId: customer.taxId,
  taxIdFormat: customer.taxIdFormat,
})

const nothing = minorUnits(0)

const jsonOf = (stored: unknown): JsonValue => JSON.parse(JSON.stringify(stored ?? null))

function itemsOf(
  uow: UnitOfWork,
  order: NewOrderRow,
  items: readonly ItemToPlace[],
): OrderItemRow[] {
  const taxes = spreadTax(order.taxAmount, items)
  return items.map((item, position) => ({
    ...item,
    organizationId: order.organizationId,
    id: uow.newId('orderItem'),
    orderId: order.id,
    position,
    taxAmount: taxes[position] ?? nothing,
    createdAt: order.createdAt,
  }))
}
