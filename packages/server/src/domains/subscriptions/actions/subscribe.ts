import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { type JsonObject, jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import type { DiscountWithProducts } from '../../catalog/index.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { planBeginning, planUpgrade } from '../rules/beginning.ts'
import type { Plan } from '../rules/facts.ts'
import {
  insertSubscription,
  lockSubscriptions,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { presentSubscription } from './present-subscription.ts'
import { readFacts } from './read-facts.ts'
import { savePlans } from './save-plans.ts'
import { savePricesOf } from './save-prices.ts'
import { factColumns } from './subscription-columns.ts'
import { subscriptionEvents } from './subscription-events.ts'
import { type PriceSold, type ProductSold, wantedDiscount, wantedProduct } from './wanted.ts'

export interface SubscriptionToBegin {
  readonly organizationId: Id<'organization'>
  readonly customer: CustomerRow
  readonly product: ProductSold
  readonly prices: readonly PriceSold[]
  /** Where the buyer names the price. */
  readonly chosenAmount: MinorUnits | null
  readonly discount: DiscountWithProducts | null
  readonly checkoutId: Id<'checkout'> | null
  /** What later periods are charged to; null is the customer’s default. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  readonly currency: Currency
  readonly customFieldData: JsonObject
  readonly metadata: JsonObject
  /** A free subscription that becomes this one, on the same row. */
  readonly upgradeOf: Id<'subscription'> | null
  readonly trialEnd?: Date | null
}

/**
 * Begins what was paid for, or costs nothing, in the transaction that knows of it; whoever calls
 * places the order. A free subscription that is upgraded goes on as the same one.
 */
export async function subscribe(
  work: Work,
  parts: SubscriptionParts,
  wish: SubscriptionToBegin,
): Promise<SubscriptionRow> {
  if (wish.upgradeOf !== null) return upgrade(work, parts, wish, wish.upgradeOf)
  const { row } = await begin(work, parts, wish)
  return row
}

export interface Begun {
  readonly row: SubscriptionRow
  readonly plan: Plan
}

/** With the plan, which knows its first order. */
export async function begin(
  work: Work,
  parts: SubscriptionParts,
  wish: SubscriptionToBegin,
): Promise<Begun> {
  const { tx, now } = work
  const { organizationId, customer, trialEnd = null } = wish
  const plan = planBeginning({ ...purchaseOf(wish, now), trialEnd, isPaid: true }, now)
  const row = await insertSubscription(tx, {
    ...factColumns(plan.after),
    organizationId,
    id: work.newId('subscription'),
    customerId: customer.id,
    checkoutId: wish.checkoutId,
    paymentMethodId: wish.paymentMethodId,
    customFieldData: jsonText(wish.customFieldData),
    metadata: jsonText(wish.metadata),
    runsOnRealTime: sql<boolean>`not exists (
      select from organization_clock
       where organization_id = ${organizationId} and frozen_at is not null)`,
    createdAt: now,
  })
  await savePricesOf(work, organizationId, [{ id: row.id, before: null, after: plan.after }])
  const shown = await presentSubscription(tx, parts, row)
  work.record(...subscriptionEvents(plan.transitions, row, shown))
  return { row, plan }
}

async function upgrade(
  work: Work,
  parts: SubscriptionParts,
  wish: SubscriptionToBegin,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> {
  const { organizationId, checkoutId, paymentMethodId, customFieldData, metadata } = wish
  const [row] = await lockSubscriptions(work.tx, { organizationId, ids: [id] })
  assert(row?.customerId === wish.customer.id, 'what is upgraded is the buyer’s')
  const before = (await readFacts(work.tx, [row])).get(id)
  assert(before !== undefined, 'what is locked has facts')
  const plan = accept(planUpgrade(before, purchaseOf(wish, work.now), work.now))
  const columns = {
    checkoutId: row.checkoutId ?? checkoutId,
    paymentMethodId,
    customFieldData,
    metadata,
  }
  const saved = await savePlans(work, parts, [
    { row, before, plan: { ...plan, order: null }, tax: null, beside: columns },
  ])
  const done = saved.get(id)
  assert(done !== undefined, 'what is locked is saved')
  return done.row
}

const purchaseOf = (wish: SubscriptionToBegin, now: Date) => ({
  product: wantedProduct(wish.product, wish.prices),
  currency: wish.currency,
  chosenAmount: wish.chosenAmount,
  discount: wish.discount === null ? null : wantedDiscount(wish.discount, now),
})
