import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { frozenTime } from '../../../platform/clock.ts'
import { type JsonObject, jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { DiscountWithProducts } from '../../catalog/store/discount-products.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import type { BillingDetails } from '../rules/billing-details.ts'
import type { Decision } from '../rules/decision.ts'
import { decideStart, decideUpgrade } from '../rules/start.ts'
import { saveBillingDetails } from '../store/billing-details.ts'
import { factColumns } from '../store/save-subscriptions.ts'
import {
  insertSubscription,
  lockSubscriptions,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { billingColumns, detailsWithoutCheckout } from './billing-details-of.ts'
import {
  type CatalogPriceRow,
  type CatalogProductRow,
  catalogDiscount,
  catalogProduct,
} from './catalog-facts.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { saveDecisions } from './save-decisions.ts'
import { savePricesAndPeriods } from './save-prices.ts'
import { showSubscription } from './show-subscriptions.ts'
import { subscriptionEvents } from './subscription-events.ts'

export interface NewSubscription {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly product: CatalogProductRow
  readonly prices: readonly CatalogPriceRow[]
  /** Where the buyer chooses the amount. */
  readonly chosenAmount: MinorUnits | null
  readonly discount: DiscountWithProducts | null
  readonly checkoutId: Id<'checkout'> | null
  /** Charged for later periods; null for the customer’s default. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  /** Whether the buyer has proved to be the customer. */
  readonly isAccepted: boolean
  readonly currency: Currency
  /** Of the checkout; without one the customer’s. They hold until they are changed on purpose. */
  readonly billing?: BillingDetails
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
  readonly trialEnd?: Date | null
}

/**
 * Starts a subscription that is paid or free, in the transaction of its purchase. The caller places
 * the order.
 */
export async function startSubscription(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  input: NewSubscription,
): Promise<SubscriptionRow> {
  const { row } = await insertStarted(uow, deps, input)
  return row
}

interface Started {
  readonly row: SubscriptionRow
  /** With the first order. */
  readonly decision: Decision
}

export async function insertStarted(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  input: NewSubscription,
): Promise<Started> {
  const { tx, now } = uow
  const { organizationId, customer, trialEnd = null } = input
  const decision = decideStart({ ...purchaseOf(input, now), trialEnd, isPaid: true }, now)
  uow.noteDue(organizationId, 'subscriptions.run_due')
  const row = await insertSubscription(tx, {
    organizationId,
    id: uow.newId('subscription'),
    customerId: customer.id,
    checkoutId: input.checkoutId,
    paymentMethodId: input.paymentMethodId,
    acceptedAt: input.isAccepted ? now : null,
    customFieldData: jsonText(input.customFieldData),
    metadata: jsonText(input.metadata),
    runsOnRealTime: (await frozenTime(tx, organizationId)) === null,
    createdAt: now,
    ...factColumns(decision.after),
    ...billingColumns(billingOf(input)),
  })
  await savePricesAndPeriods(uow, deps, organizationId, [
    {
      id: row.id,
      version: row.version,
      customerId: customer.id,
      before: null,
      after: decision.after,
      isBilled: true,
      billedEarly: [],
      cutAt: null,
    },
  ])
  const shown = await showSubscription(tx, deps, row)
  uow.record(...subscriptionEvents(decision.transitions, row, shown))
  return { row, decision }
}

/** Why a free subscription that was to be upgraded isn’t one any more. */
type NotUpgradable = 'ended' | 'paid'

/** The same for a free subscription that becomes the bought one. The row stays. */
export async function upgradeSubscription(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  input: NewSubscription,
  id: Id<'subscription'>,
): Promise<SubscriptionRow | NotUpgradable> {
  const { organizationId, checkoutId, paymentMethodId, customFieldData, metadata } = input
  const [locked] = await lockSubscriptions(uow.tx, { organizationId, ids: [id] })
  assert(locked?.customerId === input.customer.id, 'buyers upgrade their own subscriptions')
  const row = await saveBillingDetails(uow.tx, locked, billingColumns(billingOf(input)))
  const before = (await readFacts(uow.tx, [row])).get(id)
  assert(before !== undefined, 'a locked subscription has facts')
  const decision = decideUpgrade(before, purchaseOf(input, uow.now), uow.now)
  if (isRefused(decision)) return decision.refused === 'subscription_ended' ? 'ended' : 'paid'
  const extraColumns = {
    checkoutId: row.checkoutId ?? checkoutId,
    acceptedAt: row.acceptedAt ?? (input.isAccepted ? uow.now : null),
    paymentMethodId,
    customFieldData,
    metadata,
  }
  const saved = await saveDecisions(uow, deps, [
    { row, before, decision: { ...decision, order: null }, tax: null, extraColumns },
  ])
  const upgraded = saved.get(id)
  assert(upgraded !== undefined, 'a locked subscription is saved')
  return upgraded.row
}

const billingOf = ({ billing, customer }: NewSubscription): BillingDetails =>
  billing ?? detailsWithoutCheckout(customer)

const purchaseOf = (input: NewSubscription, now: Date) => ({
  product: catalogProduct(input.product, input.prices),
  currency: input.currency,
  chosenAmount: input.chosenAmount,
  discount: input.discount === null ? null : catalogDiscount(input.discount, now),
})
