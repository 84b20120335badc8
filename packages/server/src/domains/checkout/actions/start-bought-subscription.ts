import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findPrices, type PriceRow } from '../../catalog/store/product-prices.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { findBillingSettings } from '../../organizations/store/billing-settings.ts'
import {
  startSubscription,
  upgradeSubscription,
} from '../../subscriptions/actions/start-subscription.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import { purchaseToShow } from '../rules/portal-access.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import { findUpgrade } from '../store/subscribers.ts'
import { contentOf, productOf } from './checkout-facts.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'

interface Bought {
  readonly row: CheckoutRow
  readonly details: CheckoutDetails
  /** The card that was stored without a charge. */
  readonly card: Id<'paymentMethod'> | null
  readonly customer: CustomerRow
}

/**
 * Uses the price that the buyer saw and the card that they have just paid with. Null for one-time
 * products; `overtaken` where the plan to upgrade is not free any more, and the seller allows no
 * second one.
 */
export async function startBoughtSubscription(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { row, details, card, customer }: Bought,
): Promise<SubscriptionRow | 'overtaken' | null> {
  const product = productOf([...details.products.values()], row.productId)
  if (!product.isRecurring) return null
  const { organizationId, discountId, paymentId } = row
  const { customFieldData, metadata, ...content } = contentOf(row)
  const payment = paymentId === null ? undefined : details.payments.get(paymentId)
  const input = {
    organizationId,
    customer,
    product,
    prices: await findBoughtPrices(uow, row),
    chosenAmount: row.amount,
    discount: discountId === null ? null : (details.discounts.get(discountId) ?? null),
    checkoutId: row.id,
    paymentMethodId: card ?? payment?.paymentMethodId ?? null,
    isAccepted: purchaseToShow(row) === null,
    currency: row.currency,
    billing: {
      name: content.customerBillingName ?? content.customerName,
      address: content.customerBillingAddress,
      taxId: content.customerTaxId,
      isBusiness: content.isBusinessCustomer,
    },
    customFieldData,
    metadata,
  }
  assert(input.prices.length > 0, 'a price is never deleted')
  const upgradeOf = await subscriptionToUpgrade(uow, { row, customer })
  if (upgradeOf === null) return startSubscription(uow, deps, input)
  const upgraded = await upgradeSubscription(uow, deps, input, upgradeOf)
  if (typeof upgraded !== 'string') return upgraded
  const isAllowed = upgraded === 'ended' || (await allowsSeveral(uow, organizationId))
  return isAllowed ? startSubscription(uow, deps, input) : 'overtaken'
}

/**
 * The price that was selected and the metered prices, in the order that buyers see. Where only usage
 * is billed, the selected one may have been replaced before the buyer confirmed.
 */
async function findBoughtPrices(
  { tx }: UnitOfWork,
  { organizationId, productPriceId, meteredPriceIds: metered }: CheckoutRow,
): Promise<PriceRow[]> {
  const found = await findPrices(tx, organizationId, [productPriceId, ...metered])
  return found
    .filter(({ id, meterId }) => meterId === null || metered.includes(id))
    .toSorted(
      (a, b) => Number(a.meterId !== null) - Number(b.meterId !== null) || a.position - b.position,
    )
}

async function subscriptionToUpgrade(
  { tx }: UnitOfWork,
  { row: { organizationId, subscriptionId }, customer }: Pick<Bought, 'row' | 'customer'>,
): Promise<CheckoutRow['subscriptionId']> {
  if (subscriptionId === null) return null
  const found = await findUpgrade(tx, organizationId, subscriptionId)
  return found?.customerId === customer.id ? subscriptionId : null
}

async function allowsSeveral(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
): Promise<boolean> {
  const settings = (await findBillingSettings(tx, [organizationId])).get(organizationId)
  assert(settings !== undefined, 'the organization of a checkout exists')
  return settings.allowMultipleSubscriptions
}
