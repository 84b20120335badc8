import type { BillingReason, Order } from '@guildhall/contract/orders/order-shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type MinorUnits, minorUnits, subtract, sum } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import type { JsonObject, JsonValue } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import type { TaxDue, TaxResult } from '../../tax/rules/tax-calculation.ts'
import { type Due, dueWhenCharged, isCovered, planDue } from '../rules/amount-due.ts'
import { applyTo, type BalanceShares, balanceShares, usableBy } from '../rules/balance-share.ts'
import { amountsOf, type OrderAmounts, spreadTax } from '../rules/order-amounts.ts'
import type { NewOrderRow } from '../store/order-batch.ts'
import type { OrderItemRow } from '../store/orders.ts'
import type { ReversedItem } from '../store/settlements.ts'
import type { Reversal } from './postings.ts'

export interface ItemToPlace {
  readonly label: string
  /** How many times its price is charged; one where it is not given. */
  readonly quantity?: number
  /** Before discount and tax; below zero for a credit. */
  readonly amount: MinorUnits
  /** The item’s part of the order’s discount. */
  readonly discountAmount: MinorUnits
  readonly proration: boolean
  readonly productPriceId: Id<'productPrice'> | null
  /** What it is paid for; null where that is no period. */
  readonly period: Period | null
  /** The paid item that it credits, with the tax of that; null for charges. */
  readonly reverses: CreditedItem | null
  /** The usage that it bills or credits; null where that is none. */
  readonly usageSettlementId: Id<'usageSettlement'> | null
}

interface CreditedItem {
  readonly orderItemId: Id<'orderItem'>
  /** Below zero. */
  readonly taxAmount: MinorUnits
}

/** An order of a subscription. */
export interface OrderToPlace {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly billing: BillingDetails
  readonly productId: Id<'product'>
  readonly subscriptionId: Id<'subscription'> | null
  readonly discountId: Id<'discount'> | null
  readonly billingReason: BillingReason
  readonly currency: Currency
  /** The billed period; a period has one renewal order. */
  readonly period: Period | null
  readonly items: readonly ItemToPlace[]
  /** On the items that reverse nothing. */
  readonly tax: TaxResult
  /** A payment that succeeded before the order was placed. Null where it is still to be paid. */
  readonly paymentId: Id<'payment'> | null
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
}

/**
 * Additional details of an order of a checkout. It is paid in full before it is placed, by its
 * payment and by credit that the checkout has reserved, so it is created as a paid order.
 */
export interface Purchase {
  /** Given where the id is needed in advance. */
  readonly orderId: Id<'order'>
  readonly checkoutId: Id<'checkout'> | null
  readonly product: Order['product']
  readonly isNotified: boolean
  /** The credit of the customer that was reserved for it. */
  readonly appliedAmount: MinorUnits
  /** Links the payment to the order. */
  readonly attachPayment: (orderId: Id<'order'>) => Promise<unknown>
}

/** As they are printed on the invoice. */
export type BillingDetails = Pick<
  NewOrderRow,
  'billingName' | 'billingAddress' | 'taxId' | 'taxIdFormat'
>

export interface OrderToWrite extends OrderToPlace {
  readonly purchase?: Purchase
}

/** What orders are planned with, apart from their input. */
export interface OrderFacts {
  /** Changes as the orders use it. */
  readonly shares: BalanceShares
  /** What payments that succeeded before have charged. */
  readonly charged: ReadonlyMap<Id<'payment'>, MinorUnits>
  readonly reversed: ReadonlyMap<Id<'orderItem'>, ReversedItem>
}

export const noFacts = (): OrderFacts => ({
  shares: balanceShares([], []),
  charged: new Map(),
  reversed: new Map(),
})

export interface PlannedOrder {
  readonly input: OrderToWrite
  readonly columns: NewOrderRow
  readonly items: readonly OrderItemRow[]
  readonly due: Due
  readonly reversals: readonly Reversal[]
}

/** Orders of one customer use the balance one after another, as if each were placed alone. */
export function planOrders(
  uow: UnitOfWork,
  orders: readonly OrderToWrite[],
  { shares, charged, reversed }: OrderFacts,
): PlannedOrder[] {
  return orders.map((input) => {
    const itemTaxes = taxesOfItems(input.items, knownTax(input.tax).amount)
    const amounts = amountsOf(input.items, sum(itemTaxes))
    const { currency, subscriptionId } = input
    const buyer = { customerId: input.customer.id, currency, subscriptionId }
    const due = dueOf(input, amounts, { balanceAmount: usableBy(shares, buyer), charged })
    applyTo(shares, buyer, due.appliedAmount)
    const tax = shownTax(input, reversed)
    const columns = columnsOf(uow, input, { ...amounts, due, tax })
    const items = itemsOf(uow, columns, { items: input.items, taxes: itemTaxes })
    return { input, due, columns, items, reversals: reversalsOf(items, reversed) }
  })
}

interface Available extends Pick<OrderFacts, 'charged'> {
  readonly balanceAmount: MinorUnits
}

function dueOf(
  { currency, paymentId, purchase }: OrderToWrite,
  { totalAmount }: OrderAmounts,
  { balanceAmount, charged: succeeded }: Available,
): Due {
  if (purchase !== undefined) {
    const { appliedAmount } = purchase
    const dueAmount = subtract(totalAmount, appliedAmount)
    assert((paymentId === null) === (dueAmount === 0), 'an order that costs something is paid for')
    return { dueAmount, appliedAmount, entryKind: null }
  }
  if (paymentId === null) return planDue({ currency, totalAmount, balanceAmount })
  const chargedAmount = succeeded.get(paymentId)
  assert(chargedAmount !== undefined, 'the payment of an order has succeeded')
  const facts = { currency, totalAmount, balanceAmount, chargedAmount }
  assert(isCovered(facts), 'a paid order leaves no debt that could be charged')
  return dueWhenCharged(facts)
}

/** The tax is spread over what is charged; a credit carries its own. */
function taxesOfItems(items: readonly ItemToPlace[], taxAmount: MinorUnits): MinorUnits[] {
  const charges = items.filter(({ reverses }) => reverses === null)
  const shares = new Map(spreadTax(taxAmount, charges).map((share, at) => [charges[at], share]))
  return items.map((item) => item.reverses?.taxAmount ?? shares.get(item) ?? nothing)
}

const reversalsOf = (
  items: readonly OrderItemRow[],
  reversedItems: OrderFacts['reversed'],
): Reversal[] =>
  items.flatMap((item) => {
    if (item.reversesItemId === null) return []
    const reversed = reversedItems.get(item.reversesItemId)
    assert(reversed !== undefined, 'what is credited was charged')
    return { item, reversed }
  })

type ShownTax = Pick<NewOrderRow, 'taxabilityReason' | 'taxRate' | 'taxCalculationId'>

/** Of what it charges; an order that only credits shows the tax of what it credits. */
function shownTax({ items, tax }: OrderToWrite, reversed: OrderFacts['reversed']): ShownTax {
  const { reason, rate, calculationId } = knownTax(tax)
  const [first] = items.flatMap(({ reverses }) => reverses?.orderItemId ?? [])
  const credited = first === undefined ? undefined : reversed.get(first)
  const onlyCredits = items.every(({ reverses }) => reverses !== null)
  return onlyCredits && credited !== undefined
    ? {
        taxabilityReason: credited.taxabilityReason,
        taxRate: jsonOf(credited.taxRate),
        taxCalculationId: null,
      }
    : {
        taxabilityReason: reason,
        taxRate: rate === null ? null : { ...rate },
        taxCalculationId: calculationId,
      }
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
  { due, tax, ...amounts }: OrderAmounts & { readonly due: Due; readonly tax: ShownTax },
): NewOrderRow {
  const { customer, period, purchase } = input
  const { now } = uow
  const isPurchase = purchase !== undefined
  const isPaid = isPurchase || input.paymentId !== null || due.dueAmount === 0
  const isUpdated = isPaid && !isPurchase
  return {
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
    customFieldData: input.customFieldData,
    metadata: input.metadata,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    version: isUpdated ? 2 : 1,
    createdAt: now,
    modifiedAt: isUpdated ? now : null,
    paidAt: isPaid ? now : null,
    notifiedAt: purchase?.isNotified === true ? now : null,
    ...amounts,
    ...input.billing,
    ...tax,
  }
}

const nothing = minorUnits(0)

const jsonOf = (stored: unknown): JsonValue => JSON.parse(JSON.stringify(stored ?? null))

function itemsOf(
  uow: UnitOfWork,
  order: NewOrderRow,
  {
    items,
    taxes,
  }: { readonly items: readonly ItemToPlace[]; readonly taxes: readonly MinorUnits[] },
): OrderItemRow[] {
  return items.map(({ period, reverses, quantity = 1, ...item }, position) => ({
    ...item,
    quantity,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    creditedAmount: nothing,
    creditedTaxAmount: nothing,
    reversesItemId: reverses?.orderItemId ?? null,
    organizationId: order.organizationId,
    id: uow.newId('orderItem'),
    orderId: order.id,
    position,
    taxAmount: taxes[position] ?? nothing,
    createdAt: order.createdAt,
  }))
}
