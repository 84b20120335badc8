import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentBareProduct } from '../../catalog/present/discount.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { postSales } from '../../ledger/actions/post-entries.ts'
import { attachPayments } from '../../payments/actions/create-payment.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { presentOrder } from '../present/order.ts'
import type { Due } from '../rules/amount-due.ts'
import { addBalanceEntries } from '../store/customer-balances.ts'
import { insertItems, insertOrders } from '../store/order-batch.ts'
import type { OrderItemRow, OrderRow } from '../store/orders.ts'
import { findReversedItems } from '../store/settlements.ts'
import { findShownSubscriptions } from '../store/shown-subscriptions.ts'
import { orderEvents } from './order-events.ts'
import {
  noFacts,
  type OrderFacts,
  type OrderToPlace,
  type OrderToWrite,
  type PlannedOrder,
  planOrders,
} from './plan-orders.ts'
import { balanceEntryOf, recordOrderTax, salePosting } from './postings.ts'
import { lockShares } from './read-customer-balances.ts'
import { lookUpReferences, referencesOf } from './show-orders.ts'

export interface PlacedOrder {
  /** Its status says whether it is paid already. */
  readonly order: Order
  /** What is to be charged; zero where it is paid. */
  readonly dueAmount: MinorUnits
}

/**
 * Places orders of one organization, in the same number of statements for any number of orders.
 * Each uses the customer’s credit, under a lock. An order with nothing left to charge is paid
 * immediately, with the same events as every other order: created, updated, paid.
 */
export async function placeOrders(
  uow: UnitOfWork,
  orders: readonly OrderToPlace[],
): Promise<PlacedOrder[]> {
  const written = await writeOrders(uow, orders)
  return written.map(({ row, order, due }) => ({
    order,
    dueAmount: row.paidAt === null ? due.dueAmount : nothing,
  }))
}

const nothing = minorUnits(0)

interface WrittenOrder {
  readonly row: OrderRow
  readonly items: readonly OrderItemRow[]
  readonly due: Due
  readonly order: Order
}

/**
 * All orders are written here: their rows, the customers’ balances, payments, ledger and tax. For
 * purchases nothing is awaited before the statements are sent, so that callers can send theirs
 * after.
 */
export async function writeOrders(
  uow: UnitOfWork,
  orders: readonly OrderToWrite[],
): Promise<WrittenOrder[]> {
  const [first] = orders
  if (first === undefined) return []
  const { organizationId } = first
  const isOneBatch = orders.every((input) => input.organizationId === organizationId)
  assert(isOneBatch, 'a batch is of one organization')
  const collected = orders.filter(({ purchase }) => purchase === undefined)
  const facts = collected.length === 0 ? noFacts() : await findFacts(uow, organizationId, collected)
  const planned = planOrders(uow, orders, facts)
  const { rows, referencedBy } = await writePlanned(uow, organizationId, planned)
  return planned.map(({ input, items, due }, at) => {
    const row = rows[at]
    assert(row !== undefined, 'every order is written')
    const customer = presentCustomer(input.customer)
    const order = presentOrder({ order: row, items, customer, ...referencedBy(row) })
    uow.record(...eventsOfPlaced(row, order, input.purchase !== undefined))
    return { row, items, due, order }
  })
}

async function findFacts(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  orders: readonly OrderToWrite[],
): Promise<OrderFacts> {
  const customerIds = orders.map(({ customer }) => customer.id).toSorted()
  const shares = await lockShares(tx, organizationId, customerIds)
  const paymentIds = orders.flatMap(({ paymentId }) => paymentId ?? [])
  const payments = paymentIds.length === 0 ? [] : await findPayments(tx, organizationId, paymentIds)
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  const items = orders.flatMap((order) => order.items)
  const reversedIds = items.flatMap(({ reverses }) => reverses?.orderItemId ?? [])
  const reversed = await findReversedItems(tx, organizationId, reversedIds)
  return {
    shares,
    charged: new Map(succeeded.map(({ id, amount }) => [id, amount])),
    reversed: new Map(reversed.map((item) => [item.orderItemId, item])),
  }
}

/** The orders come first, because items and payments reference them. */
async function writePlanned(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  planned: readonly PlannedOrder[],
) {
  const columns = planned.map((one) => one.columns)
  const items = planned.flatMap((one) => one.items)
  const entries = planned.flatMap((one) => balanceEntryOf(uow, one.columns, one.due) ?? [])
  const paid = planned.filter((one) => one.columns.paidAt !== null)
  if (paid.length > 0) uow.noteDue(organizationId, 'orders.numberInvoices')
  const sales = paid.map((one) =>
    salePosting(one.columns, {
      paymentId: one.input.paymentId,
      reversals: one.reversals,
      occurredAt: uow.now,
    }),
  )
  const products = planned.flatMap(({ input }) => input.purchase?.product ?? [])
  const { productIds, discountIds, subscriptionIds } = referencesOf(columns)
  const unknownIds = productIds.filter((id) => products.every((product) => product.id !== id))
  const [rows, foundProducts, discounts, subscriptions] = await inOrder(uow.tx, [
    (tx) => insertOrders(tx, columns),
    (tx) => findProducts(tx, organizationId, unknownIds),
    (tx) => findDiscounts(tx, organizationId, discountIds),
    (tx) => findShownSubscriptions(tx, organizationId, subscriptionIds),
    (tx) => insertItems(tx, items),
    (tx) => addBalanceEntries(tx, entries),
    () => linkPayments(uow, paid),
    () => postSales(uow, sales),
    () => Promise.all(paid.map((one) => recordOrderTax(uow, one.columns, one.reversals))),
  ])
  const shownProducts = [...products, ...foundProducts.map(presentBareProduct)]
  const referencedBy = lookUpReferences({ products: shownProducts, discounts, subscriptions })
  return { rows, referencedBy }
}

async function linkPayments(uow: UnitOfWork, paid: readonly PlannedOrder[]): Promise<void> {
  const links = paid.flatMap(({ input: { organizationId, paymentId, purchase }, columns }) =>
    paymentId === null ? [] : [{ organizationId, paymentId, orderId: columns.id, purchase }],
  )
  await Promise.all([
    attachPayments(
      uow,
      links.filter(({ purchase }) => purchase === undefined),
    ),
    ...links.map(({ orderId, purchase }) => purchase?.attachPayment(orderId)),
  ])
}

function eventsOfPlaced(row: OrderRow, shown: Order, isPurchase: boolean) {
  if (row.paidAt === null) return orderEvents(['order.created'], row, shown)
  if (isPurchase) return orderEvents(['order.created', 'order.paid'], row, shown)
  const before: Order = { ...shown, status: 'pending', paid: false, modifiedAt: null }
  return [
    ...orderEvents(['order.created'], { ...row, version: 1 }, before),
    ...orderEvents(['order.updated', 'order.paid'], row, shown),
  ]
}
