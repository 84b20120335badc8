import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { refundInFull } from '../../orders/actions/create-refund.ts'
import { placePurchase } from '../../orders/actions/place-purchase.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { attachPayment } from '../../payments/actions/create-payment.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import { linkRedemption } from '../store/redemptions.ts'
import { contentOf } from './checkout-facts.ts'
import { storedTax } from './checkout-tax.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'
import { gatherCheckout } from './gather-checkouts.ts'
import { recordCheckout } from './record-checkout.ts'
import { releaseCredit } from './reopen-checkout.ts'
import { startBoughtSubscription } from './start-bought-subscription.ts'
import { storedCard } from './stored-card.ts'

/**
 * Turns a checkout that is paid, or has nothing to pay, into its order, together with the ledger
 * entries and the redemption, in one transaction. Does nothing before the payment has succeeded,
 * and nothing the second time.
 */
export async function finishCheckout(
  deps: CheckoutDeps,
  { organizationId, id }: CheckoutKey,
): Promise<void> {
  const { reads: db } = deps.uowFactory.database
  const found = await findCheckoutIn(db, [organizationId], id)
  if (found?.row.status !== 'confirmed') return
  const [details, card, organization] = await Promise.all([
    gatherCheckout(db, deps, found),
    storedCard(deps, found.row),
    findOrganization(db, organizationId),
  ])
  if (!isPaid(found.row, details, card)) return
  assert(organization !== undefined, 'the organization of a checkout exists')
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const row = await lockCheckout(uow.tx, { organizationId, id })
    if (row?.status !== 'confirmed' || row.version !== found.row.version) return
    const { paymentId, customerId } = row
    assert(customerId !== null, 'it was confirmed')
    const [customer] = await findCustomersByIds(uow.tx, organizationId, [customerId])
    assert(customer !== undefined, 'a deleted customer stays as a row')
    const payment = paymentId && {
      id: paymentId,
      attach: (orderId: Id<'order'>) => attachPayment(uow, { organizationId, paymentId, orderId }),
    }
    await saveSuccess(uow, deps, { row, details, card, customer, payment, seller: organization })
  })
}

const isPaid = (
  { paymentId, setUpId }: CheckoutRow,
  { payments }: CheckoutDetails,
  card: Paid['card'],
): boolean =>
  (paymentId === null || payments.get(paymentId)?.status === 'succeeded') &&
  (setUpId === null || card !== null)

type PurchaseToPlace = Parameters<typeof placePurchase>[2]

interface Paid extends Pick<PurchaseToPlace, 'customer' | 'payment' | 'seller'> {
  /** Locked. */
  readonly row: CheckoutRow
  readonly details: CheckoutDetails
  /** The card that was stored without a charge. */
  readonly card: Id<'paymentMethod'> | null
}

/** For callers that have locked the checkout. */
export async function saveSuccess(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { row, details, card, ...paid }: Paid,
): Promise<void> {
  const { tx, now } = uow
  const { customer } = paid
  const bought = await startBoughtSubscription(uow, deps, { row, details, card, customer })
  const isOvertaken = bought === 'overtaken'
  if (isOvertaken && paid.payment === null && row.balanceOrderId !== null) {
    return saveFailure(uow, deps, { row, details })
  }
  const order = {
    ...orderOf(row, details, isOvertaken ? null : bought),
    ...paid,
    id: row.balanceOrderId ?? uow.newId('order'),
    subscriptionId: isOvertaken ? null : (bought?.id ?? null),
    billingReason: bought === null ? 'purchase' : 'subscription_create',
  } as const
  const [, , saved] = await inOrder(tx, [
    () => placePurchase(uow, deps, order),
    () => (row.discountId === null ? null : linkRedemption(tx, row, order.id)),
    () => saveCheckout(tx, row, { status: isOvertaken ? 'failed' : 'succeeded' }, now),
  ])
  assert(saved !== undefined, 'a locked checkout does not change')
  if (isOvertaken && paid.payment !== null) {
    const comment = 'The subscription to upgrade had become a paid one meanwhile'
    await refundInFull(uow, { organizationId: row.organizationId, id: order.id }, comment)
  }
  recordCheckout(uow, deps, 'updated', { row: saved, details })
}

/** A purchase that credit alone has paid comes to nothing: the credit is free again. */
async function saveFailure(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { row, details }: Pick<Paid, 'row' | 'details'>,
): Promise<void> {
  const released = await releaseCredit(uow, row)
  const saved = await saveCheckout(uow.tx, row, { ...released, status: 'failed' }, uow.now)
  assert(saved !== undefined, 'a locked checkout does not change')
  recordCheckout(uow, deps, 'updated', { row: saved, details })
}

function orderOf(
  row: CheckoutRow,
  { products }: CheckoutDetails,
  subscription: SubscriptionRow | null,
): Omit<PurchaseToPlace, keyof Paid | 'id' | 'subscriptionId' | 'billingReason'> {
  const content = contentOf(row)
  const product = products.get(row.productId)
  const tax = storedTax(row)
  assert(product !== undefined && tax !== null, 'it was confirmed')
  return {
    organizationId: row.organizationId,
    product,
    givesBenefits: product.benefits.length > 0,
    checkoutId: row.id,
    discountId: row.discountId,
    currency: row.currency,
    items: [
      {
        label: product.name,
        amount: row.amount,
        productPriceId: row.productPriceId,
        period: subscription && {
          start: subscription.currentPeriodStart,
          end: subscription.currentPeriodEnd,
        },
      },
    ],
    discountAmount: row.discountAmount,
    appliedAmount: row.appliedBalanceAmount,
    tax,
    billingName: content.customerBillingName ?? content.customerName,
    billingAddress: content.customerBillingAddress,
    taxId: content.customerTaxId,
    customFieldData: content.customFieldData,
    metadata: content.metadata,
  }
}
