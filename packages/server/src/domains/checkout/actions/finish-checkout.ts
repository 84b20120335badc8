import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { findCustomersOf } from '../../customers/index.ts'
import { createPaidOrder } from '../../orders/index.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import { linkRedemption } from '../store/redemptions.ts'
import { beginSubscription } from './begin-subscription.ts'
import { contentOf } from './checkout-facts.ts'
import { storedTax } from './checkout-tax.ts'
import { type CheckoutMakings, gatherCheckouts } from './gather-checkouts.ts'
import { keptCard } from './kept-card.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout } from './present-checkout.ts'

/**
 * Turns a checkout that is paid, or has nothing to pay, into its order: order, books, redemption
 * and checkout in one transaction. Twice is once, and before the money has come it is nothing.
 */
export async function finishCheckout(
  parts: CheckoutParts,
  { organizationId, id }: CheckoutKey,
): Promise<void> {
  const { kysely: db } = parts.workshop.database
  const found = await findCheckoutIn(db, [organizationId], id)
  if (found?.row.status !== 'confirmed') return
  const makings = await gatherCheckouts(db, parts, [found.row])
  const card = await keptCard(parts, found.row)
  if (!isPaid(found.row, makings, card)) return
  await work(parts.workshop, { organizationId }, async (unit) => {
    const row = await lockCheckout(unit.tx, { organizationId, id })
    if (row?.status !== 'confirmed' || row.version !== found.row.version) return
    await writeSuccess(unit, parts, { row, makings, card })
  })
}

const isPaid = (
  { paymentId, setUpId }: CheckoutRow,
  { payments }: CheckoutMakings,
  card: Paid['card'],
): boolean =>
  (paymentId === null || payments.get(paymentId)?.status === 'succeeded') &&
  (setUpId === null || card !== null)

interface Paid {
  readonly row: CheckoutRow
  readonly makings: CheckoutMakings
  /** That was kept without a charge. */
  readonly card: Id<'paymentMethod'> | null
}

async function writeSuccess(
  unit: Work,
  parts: CheckoutParts,
  { row, makings, card }: Paid,
): Promise<void> {
  const { tx, now } = unit
  const order = await orderOf(unit, row, makings)
  const { customer } = order
  const subscription = await beginSubscription(unit, parts, { row, makings, card, customer })
  const { id } = await createPaidOrder(unit, {
    ...order,
    subscriptionId: subscription?.id ?? null,
    billingReason: subscription === null ? 'purchase' : 'subscription_create',
  })
  if (row.discountId !== null) await linkRedemption(tx, row, id)
  const done = await saveCheckout(tx, row, { status: 'succeeded' }, now)
  assert(done !== undefined, 'what is locked stays')
  unit.record(checkoutEvent('updated', done, presentCheckout(done, makings, parts)))
}

type OrderToBe = Omit<Parameters<typeof createPaidOrder>[1], 'subscriptionId' | 'billingReason'>

async function orderOf(
  { tx }: Work,
  row: CheckoutRow,
  { products }: CheckoutMakings,
): Promise<OrderToBe> {
  const content = contentOf(row)
  const { organizationId, customerId } = row
  const product = products.get(row.productId)
  const tax = storedTax(row)
  assert(customerId !== null && product !== undefined && tax !== null, 'it was confirmed')
  const [customer] = await findCustomersOf(tx, organizationId, [customerId])
  assert(customer !== undefined, 'whoever is deleted stays as a row')
  return {
    organizationId,
    customer,
    productId: row.productId,
    checkoutId: row.id,
    discountId: row.discountId,
    paymentId: row.paymentId,
    currency: row.currency,
    items: [{ label: product.name, amount: row.amount, productPriceId: row.productPriceId }],
    discountAmount: row.discountAmount,
    tax,
    billingName: content.customerBillingName ?? content.customerName,
    billingAddress: content.customerBillingAddress,
    taxId: content.customerTaxId,
    customFieldData: content.customFieldData,
    metadata: content.metadata,
  }
}
