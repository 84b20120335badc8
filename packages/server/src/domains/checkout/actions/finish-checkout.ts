import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { findCustomersOf } from '../../customers/index.ts'
import { createPaidOrder } from '../../orders/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { attachPayment } from '../../payments/index.ts'
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
import { type CheckoutMakings, gatherCheckout } from './gather-checkouts.ts'
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
  const { reads: db } = parts.workshop.database
  const found = await findCheckoutIn(db, [organizationId], id)
  if (found?.row.status !== 'confirmed') return
  const [makings, card, organization] = await Promise.all([
    gatherCheckout(db, parts, found),
    keptCard(parts, found.row),
    findOrganization(db, organizationId),
  ])
  if (!isPaid(found.row, makings, card)) return
  assert(organization !== undefined, 'what sells is there')
  const { name: seller } = organization
  await work(parts.workshop, { organizationId }, async (unit) => {
    const row = await lockCheckout(unit.tx, { organizationId, id })
    if (row?.status !== 'confirmed' || row.version !== found.row.version) return
    const { paymentId, customerId } = row
    assert(customerId !== null, 'it was confirmed')
    const [customer] = await findCustomersOf(unit.tx, organizationId, [customerId])
    assert(customer !== undefined, 'whoever is deleted stays as a row')
    const payment = paymentId && {
      id: paymentId,
      attach: (orderId: Id<'order'>) => attachPayment(unit, { organizationId, paymentId, orderId }),
    }
    await writeSuccess(unit, parts, { row, makings, card, customer, payment, seller })
  })
}

const isPaid = (
  { paymentId, setUpId }: CheckoutRow,
  { payments }: CheckoutMakings,
  card: Paid['card'],
): boolean =>
  (paymentId === null || payments.get(paymentId)?.status === 'succeeded') &&
  (setUpId === null || card !== null)

type OrderToBe = Parameters<typeof createPaidOrder>[2]

interface Paid extends Pick<OrderToBe, 'customer' | 'payment' | 'seller'> {
  /** As it is locked. */
  readonly row: CheckoutRow
  readonly makings: CheckoutMakings
  /** That was kept without a charge. */
  readonly card: Id<'paymentMethod'> | null
}

/** What a paid checkout becomes, for whoever has locked it. */
export async function writeSuccess(
  unit: Work,
  parts: CheckoutParts,
  { row, makings, card, ...paid }: Paid,
): Promise<void> {
  const { tx, now } = unit
  const { customer } = paid
  const subscription = await beginSubscription(unit, parts, { row, makings, card, customer })
  const order = {
    ...orderOf(row, makings),
    ...paid,
    id: unit.newId('order'),
    subscriptionId: subscription?.id ?? null,
    billingReason: subscription === null ? 'purchase' : 'subscription_create',
  } as const
  const [, , done] = await Promise.all([
    createPaidOrder(unit, parts, order),
    row.discountId === null ? null : linkRedemption(tx, row, order.id),
    saveCheckout(tx, row, { status: 'succeeded' }, now),
  ])
  assert(done !== undefined, 'what is locked stays')
  unit.record(checkoutEvent('updated', done, presentCheckout(done, makings, parts)))
}

function orderOf(
  row: CheckoutRow,
  { products }: CheckoutMakings,
): Omit<OrderToBe, keyof Paid | 'id' | 'subscriptionId' | 'billingReason'> {
  const content = contentOf(row)
  const product = products.get(row.productId)
  const tax = storedTax(row)
  assert(product !== undefined && tax !== null, 'it was confirmed')
  return {
    organizationId: row.organizationId,
    product,
    checkoutId: row.id,
    discountId: row.discountId,
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
