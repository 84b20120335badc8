import type { BillingReason, Order } from '@guildhall/contract/orders/order-shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add, type MinorUnits, minorUnits, subtract, sum } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import type { JsonObject, JsonValue } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { postSales } from '../../ledger/index.ts'
import { attachPayments, findPayments } from '../../payments/index.ts'
import { noteTaxedSale, type TaxAnswer, type TaxDue } from '../../tax/index.ts'
import { balanceAfter, type Due, planDue, settledBy } from '../rules/due.ts'
import { spreadSigned } from '../rules/signed-spread.ts'
import { addBalanceEntries, lockBalances } from '../store/balances.ts'
import { insertItems, insertOrders, type PlacedOrderRow } from '../store/order-batch.ts'
import type { OrderItemRow, OrderRow } from '../store/orders.ts'
import { balanceEntryOf } from './balance-entry.ts'
import { orderEvent, showOrders } from './present-order.ts'
import { salePosting } from './sale-posting.ts'

export interface ItemToPlace {
  readonly label: string
  /** Before discount and tax; below zero where something is given back. */
  readonly amount: MinorUnits
  /** What of the order’s discount is this item’s. */
  readonly discountAmount: MinorUnits
  readonly proration: boolean
  readonly productPriceId: Id<'productPrice'> | null
}

/** An order of a subscription. Its billing details are those that the customer has now. */
export interface OrderToPlace {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly productId: Id<'product'>
  readonly subscriptionId: Id<'subscription'> | null
  readonly discountId: Id<'discount'> | null
  readonly billingReason: BillingReason
  readonly currency: Currency
  /** What it is for; one order of a renewal for each. */
  readonly period: Period | null
  readonly items: readonly ItemToPlace[]
  /** Of the net amount, and below zero with it. */
  readonly tax: TaxAnswer
  /** What paid it before it was placed: a charge that succeeded. Null where that is still to come. */
  readonly paymentId: Id<'payment'> | null
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
}

export interface PlacedOrder {
  /** Its status says whether it is paid already. */
  readonly order: Order
  /** What is to be charged for it; nothing where it is paid. */
  readonly dueAmount: MinorUnits
}

/**
 * Places orders of one organization, in as many statements however many they are. Each uses what its
 * customer has to their credit, under a lock. What then is nothing to be charged is paid at once: it
 * is told as every other order, first as placed and then as paid.
 */
export async function placeOrders(
  work: Work,
  wishes: readonly OrderToPlace[],
): Promise<PlacedOrder[]> {
  const [first] = wishes
  if (first === undefined) return []
  const { organizationId } = first
  const placed = await settle(work, organizationId, wishes)
  const orders = await insertOrders(
    work.tx,
    placed.map(({ columns }) => columns),
  )
  await insertItems(
    work.tx,
    placed.flatMap(({ columns, wish }) => itemsOf(work, columns, wish)),
  )
  await addBalanceEntries(
    work.tx,
    placed.flatMap(({ columns, due }) => balanceEntryOf(work, columns, due) ?? []),
  )
  await settleBooks(work, organizationId, { placed, orders })
  const shown = await showOrders(work.tx, orders)
  return shown.map((order, at) => {
    const row = orders[at]
    assert(row !== undefined, 'as many are shown as were placed')
    work.record(...eventsOf(row, order))
    const isPaid = row.paidAt !== null
    return { order, dueAmount: isPaid ? minorUnits(0) : (placed[at]?.due.dueAmount ?? nothing) }
  })
}

const nothing = minorUnits(0)

interface Placed {
  readonly wish: OrderToPlace
  readonly columns: PlacedOrderRow
  readonly due: Due
}

/** Orders of one customer come one after another, as if each had been placed alone. */
async function settle(
  work: Work,
  organizationId: Id<'organization'>,
  wishes: readonly OrderToPlace[],
): Promise<Placed[]> {
  const customerIds = wishes.map(({ customer }) => customer.id).toSorted()
  const known = await lockBalances(work.tx, organizationId, customerIds)
  const keyOf = (customerId: string, currency: string) => `${customerId} ${currency}`
  const balances = new Map(known.map((one) => [keyOf(one.customerId, one.currency), one.amount]))
  const charged = await chargedBefore(work, organizationId, wishes)
  return wishes.map((wish) => {
    assert(wish.organizationId === organizationId, 'a batch is of one organization')
    const key = keyOf(wish.customer.id, wish.currency)
    const balanceAmount = balances.get(key) ?? nothing
    const amounts = amountsOf(wish)
    const { totalAmount } = amounts
    const chargedAmount = wish.paymentId === null ? undefined : charged.get(wish.paymentId)
    assert(
      (wish.paymentId === null) === (chargedAmount === undefined),
      'what paid it has succeeded',
    )
    const due =
      chargedAmount === undefined
        ? planDue({ currency: wish.currency, totalAmount, balanceAmount })
        : settledBy({ totalAmount, balanceAmount, chargedAmount })
    balances.set(key, balanceAfter(balanceAmount, due))
    return { wish, due, columns: columnsOf(work, wish, { ...amounts, due }) }
  })
}

async function chargedBefore(
  { tx }: Work,
  organizationId: Id<'organization'>,
  wishes: readonly OrderToPlace[],
): Promise<ReadonlyMap<Id<'payment'>, MinorUnits>> {
  const ids = wishes.flatMap(({ paymentId }) => paymentId ?? [])
  if (ids.length === 0) return new Map()
  const payments = await findPayments(tx, organizationId, ids)
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  return new Map(succeeded.map(({ id, amount }) => [id, amount]))
}

interface Amounts {
  readonly subtotalAmount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

function amountsOf({ items, tax }: OrderToPlace): Amounts {
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const discountAmount = sum(items.map((item) => item.discountAmount))
  const netAmount = subtract(subtotalAmount, discountAmount)
  const taxAmount = knownTax(tax).amount
  return {
    subtotalAmount,
    discountAmount,
    netAmount,
    taxAmount,
    totalAmount: add(netAmount, taxAmount),
  }
}

function knownTax(tax: TaxAnswer): TaxDue {
  assert(!('incomplete' in tax), 'the tax of what is placed is known')
  return tax
}

/** What is settled by itself is paid already: its second version, right after the first. */
function columnsOf(
  work: Work,
  wish: OrderToPlace,
  { due, ...amounts }: Amounts & { readonly due: Due },
): PlacedOrderRow {
  const { customer, period } = wish
  const { now } = work
  const tax = knownTax(wish.tax)
  const isPaid = wish.paymentId !== null || due.dueAmount === 0
  return {
    ...amounts,
    organizationId: wish.organizationId,
    id: work.newId('order'),
    status: isPaid ? 'paid' : 'pending',
    billingReason: wish.billingReason,
    customerId: customer.id,
    productId: wish.productId,
    discountId: wish.discountId,
    subscriptionId: wish.subscriptionId,
    currency: wish.currency,
    appliedBalanceAmount: due.appliedAmount,
    taxabilityReason: tax.reason,
    taxRate: tax.rate === null ? null : { ...tax.rate },
    taxCalculationId: tax.calculationId,
    billingName: customer.name,
    billingAddress: jsonOf(customer.billingAddress),
    taxId: customer.taxId,
    taxIdFormat: customer.taxIdFormat,
    customFieldData: wish.customFieldData,
    metadata: wish.metadata,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    version: isPaid ? 2 : 1,
    createdAt: now,
    modifiedAt: isPaid ? now : null,
    paidAt: isPaid ? now : null,
  }
}

const jsonOf = (stored: unknown): JsonValue => JSON.parse(JSON.stringify(stored ?? null))

function itemsOf(work: Work, order: PlacedOrderRow, { items }: OrderToPlace): OrderItemRow[] {
  const nets = items.map(({ amount, discountAmount }) => subtract(amount, discountAmount))
  const taxes = spreadSigned(order.taxAmount, nets)
  return items.map((item, position) => ({
    ...item,
    organizationId: order.organizationId,
    id: work.newId('orderItem'),
    orderId: order.id,
    position,
    taxAmount: taxes[position] ?? nothing,
    createdAt: order.createdAt,
  }))
}

interface Settled {
  readonly placed: readonly Placed[]
  readonly orders: readonly OrderRow[]
}

/** Of those that are paid by now: whose payment it was, the books, and what tax hears of. */
async function settleBooks(
  work: Work,
  organizationId: Id<'organization'>,
  { placed, orders }: Settled,
): Promise<void> {
  const paid = orders
    .map((order, at) => ({ order, paymentId: placed[at]?.wish.paymentId ?? null }))
    .filter(({ order }) => order.paidAt !== null)
  const attachments = paid.flatMap(({ order, paymentId }) =>
    paymentId === null ? [] : [{ organizationId, paymentId, orderId: order.id }],
  )
  await attachPayments(work, attachments)
  await postSales(
    work,
    paid.map(({ order, paymentId }) => salePosting(order, paymentId, work.now)),
  )
  for (const { order } of paid) {
    const { id: orderId, taxCalculationId: calculationId } = order
    await noteTaxedSale(work, { organizationId, orderId, calculationId })
  }
}

function eventsOf(row: OrderRow, shown: Order) {
  if (row.paidAt === null) return [orderEvent('created', row, shown)]
  const before: Order = { ...shown, status: 'pending', paid: false, modifiedAt: null }
  const created = orderEvent('created', { ...row, version: 1 }, before)
  const updated = orderEvent('updated', row, shown)
  return [created, updated, { ...updated, name: 'order.paid' }]
}
