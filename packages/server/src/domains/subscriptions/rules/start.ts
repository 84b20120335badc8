import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { notCanceled } from './cancellation.ts'
import { type Decision, decided } from './decision.ts'
import { newDiscount } from './discount.ts'
import { noDunning } from './end.ts'
import type { CatalogDiscount, CatalogProduct, SubscriptionFacts } from './facts.ts'
import { hasEnded, isActive, statusAfter } from './lifecycle.ts'
import { firstPeriod, withPeriod } from './periods.ts'
import { snapshotPrices } from './prices.ts'
import { billPeriod } from './renewal.ts'
import { startTrial } from './trial.ts'

const incompleteMilliseconds = 23 * 3_600_000

interface Purchase {
  readonly product: CatalogProduct
  readonly currency: Currency
  /** Where the buyer chooses the amount. */
  readonly chosenAmount: MinorUnits | null
  readonly discount: CatalogDiscount | null
}

export interface Start extends Purchase {
  readonly trialEnd: Date | null
  /** Whether no payment is outstanding: it is paid, free or a trial. */
  readonly isPaid: boolean
}

/** A new subscription. Its order is the one that the buyer pays to start it. */
export function decideStart(start: Start, now: Date): Decision {
  const { trialEnd, isPaid } = start
  const facts = newSubscription(start, now)
  const { after, order } = trialEnd === null ? billPeriod(facts, []) : startTrial(facts, trialEnd)
  const started = isPaid ? { ...after, startedAt: now } : incomplete(after, now)
  return {
    ...decided(started, started, { order: { reason: 'subscription_create', ...order } }),
    transitions: isPaid ? ['created', 'active', 'updated'] : ['created'],
  }
}

function newSubscription(
  { product, currency, chosenAmount, discount }: Purchase,
  now: Date,
): SubscriptionFacts {
  assert(product.interval !== null, 'a one-time product can’t be subscribed to')
  return {
    status: 'active',
    currency,
    trialEnd: null,
    incompleteUntil: null,
    startedAt: null,
    endedAt: null,
    pastDueAt: null,
    attempts: 0,
    revokedAt: null,
    heldAt: null,
    suspendedAt: null,
    product: { id: product.id, name: product.name },
    prices: snapshotPrices(product.prices, { quantity: 1, chosenAmount }),
    discount: discount && newDiscount(discount),
    pending: null,
    waiting: [],
    settlements: [],
    hasOpenOrders: false,
    billingThreshold: null,
    hasSettledUsage: false,
    ...firstPeriod(product.interval, now),
    ...notCanceled,
    ...noDunning,
  }
}

const incomplete = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: 'incomplete',
  incompleteUntil: new Date(now.getTime() + incompleteMilliseconds),
})

/** The first payment succeeded: the first period starts now. Null unless it is incomplete. */
export function decideActivation(facts: SubscriptionFacts, now: Date): Decision | null {
  if (facts.status !== 'incomplete') return null
  const status = statusAfter(facts.status, 'activate')
  const discount = facts.discount && { ...facts.discount, appliedAt: null }
  const started = withPeriod({ ...facts, status, discount }, firstPeriod(facts.interval, now))
  const { after } = billPeriod(started, [])
  return decided(facts, { ...after, startedAt: now, incompleteUntil: null })
}

/**
 * A free subscription becomes a paid one, bought at a checkout: it stays the same subscription and
 * its period starts now. The purchase was just paid, so this places no order and waiting entries
 * keep waiting. Buying also undoes a cancellation. A paid subscription is refused, because what was
 * paid for its period would be lost.
 */
export function decideUpgrade(
  facts: SubscriptionFacts,
  { product, chosenAmount, discount }: Omit<Purchase, 'currency'>,
  now: Date,
):
  | Decision
  | Refusal<'subscription_ended' | 'subscription_past_due' | 'checkout_subscription_paid'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!isActive(facts.status)) return refuse('subscription_past_due')
  if (facts.prices.some(({ kind }) => kind !== 'free')) return refuse('checkout_subscription_paid')
  assert(product.interval !== null, 'a one-time product can’t be subscribed to')
  const bought: SubscriptionFacts = {
    ...facts,
    ...notCanceled,
    status: 'active',
    pending: null,
    product: { id: product.id, name: product.name },
    prices: snapshotPrices(product.prices, { quantity: 1, chosenAmount }),
    discount: discount && newDiscount(discount),
  }
  const { after } = billPeriod(withPeriod(bought, firstPeriod(product.interval, now)), [])
  return decided(facts, { ...after, waiting: facts.waiting })
}
