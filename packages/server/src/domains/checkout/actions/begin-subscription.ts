import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { findPricesOf } from '../../catalog/index.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { type SubscriptionRow, subscribe } from '../../subscriptions/index.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import { findUpgrade } from '../store/subscribers.ts'
import { contentOf, productOf } from './checkout-facts.ts'
import type { CheckoutMakings } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'

interface Bought {
  readonly row: CheckoutRow
  readonly makings: CheckoutMakings
  /** That was kept without a charge. */
  readonly card: Id<'paymentMethod'> | null
  readonly customer: CustomerRow
}

/**
 * Begins what is billed again and again, by the price that the buyer saw and to the card that they
 * have just paid with. Null for what is bought once.
 */
export async function beginSubscription(
  unit: Work,
  parts: CheckoutParts,
  { row, makings, card, customer }: Bought,
): Promise<SubscriptionRow | null> {
  const product = productOf([...makings.products.values()], row.productId)
  if (!product.isRecurring) return null
  const { organizationId, productPriceId, discountId, paymentId } = row
  const { customFieldData, metadata } = contentOf(row)
  const payment = paymentId === null ? undefined : makings.payments.get(paymentId)
  const wish = {
    organizationId,
    customer,
    product,
    prices: await findPricesOf(unit.tx, organizationId, [productPriceId]),
    chosenAmount: row.amount,
    discount: discountId === null ? null : (makings.discounts.get(discountId) ?? null),
    checkoutId: row.id,
    paymentMethodId: card ?? payment?.paymentMethodId ?? null,
    currency: row.currency,
    customFieldData,
    metadata,
  }
  assert(wish.prices.length > 0, 'a price is never deleted')
  const upgradeOf = await upgraded(unit, { row, customer })
  return subscribe(unit, parts, { ...wish, upgradeOf })
}

/** Where it ended while it was paid, the buyer gets another for their money. */
async function upgraded(
  { tx }: Work,
  { row: { organizationId, subscriptionId }, customer }: Pick<Bought, 'row' | 'customer'>,
): Promise<CheckoutRow['subscriptionId']> {
  if (subscriptionId === null) return null
  const found = await findUpgrade(tx, organizationId, subscriptionId)
  return found?.isOpen === true && found.customerId === customer.id ? subscriptionId : null
}
