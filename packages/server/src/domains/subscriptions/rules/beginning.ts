import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { notCanceling } from './cancellation.ts'
import { taken } from './discount.ts'
import { collectingEnded } from './ending.ts'
import type {
  DiscountWanted,
  Entry,
  Plan,
  ProductWanted,
  RecurringInterval,
  SubscriptionFacts,
} from './facts.ts'
import { trialLabel } from './labels.ts'
import { hasEnded, isActive, moved } from './lifecycle.ts'
import { planned } from './outcome.ts'
import { begun, inPeriod } from './periods.ts'
import { takenOver } from './prices.ts'
import { billedPeriod } from './renewal.ts'

const incompleteMilliseconds = 23 * 3_600_000

interface Purchase {
  readonly product: ProductWanted
  readonly currency: Currency
  /** Where the buyer names the price. */
  readonly chosenAmount: MinorUnits | null
  readonly discount: DiscountWanted | null
}

export interface Beginning extends Purchase {
  readonly trialEnd: Date | null
  /** Whether there is nothing to wait for: it is paid, free or on trial. */
  readonly isPaid: boolean
}

/** Where nothing was before. Its order is the one that its buyer pays to begin it. */
export function planBeginning(wish: Beginning, now: Date): Plan {
  const { trialEnd } = wish
  const { interval } = wish.product
  assert(interval !== null, 'what is bought once is no subscription')
  const bare = bareSubscription({ ...wish, interval }, now)
  const { after, order } = trialEnd === null ? billedPeriod(bare, []) : onTrial(bare, trialEnd)
  const facts = wish.isPaid ? { ...after, startedAt: now } : unpaidYet(after, now)
  return {
    ...planned(facts, facts, { order: { reason: 'subscription_create', ...order } }),
    transitions: wish.isPaid ? ['created', 'active', 'updated'] : ['created'],
  }
}

function bareSubscription(
  { product, currency, chosenAmount, discount, interval }: Purchase & Sold,
  now: Date,
): SubscriptionFacts {
  return {
    status: 'active',
    currency,
    ...begun(interval, now),
    trialEnd: null,
    incompleteUntil: null,
    startedAt: null,
    ...notCanceling,
    endedAt: null,
    pastDueAt: null,
    attempts: 0,
    ...collectingEnded,
    revokedAt: null,
    product: { id: product.id, name: product.name },
    prices: takenOver(product.prices, { quantity: 1, chosenAmount }),
    discount: discount && taken(discount),
    pending: null,
    waiting: [],
  }
}

interface Sold {
  readonly interval: RecurringInterval
}

/** A trial costs nothing and takes nothing of a discount. */
function onTrial(facts: SubscriptionFacts, trialEnd: Date) {
  const period = { start: facts.period.start, end: trialEnd }
  const entry: Entry = {
    kind: 'cycle',
    label: trialLabel(facts.product.name, period),
    amount: minorUnits(0),
    discountAmount: minorUnits(0),
    isDiscounted: false,
    period,
    productPriceId: null,
  }
  const after: SubscriptionFacts = { ...facts, status: 'trialing', period, trialEnd }
  return { after, order: { entries: [entry], period, discountId: null } }
}

const unpaidYet = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: 'incomplete',
  incompleteUntil: new Date(now.getTime() + incompleteMilliseconds),
})

/** The first payment is finished: its first period begins now. */
export function planActivation(
  facts: SubscriptionFacts,
  now: Date,
): Plan | Refusal<'subscription_not_due'> {
  if (facts.status !== 'incomplete') return refuse('subscription_not_due')
  const status = moved(facts.status, 'activate')
  const discount = facts.discount && { ...facts.discount, appliedAt: null }
  const begin = inPeriod({ ...facts, status, discount }, begun(facts.interval, now))
  const { after } = billedPeriod(begin, [])
  return planned(facts, { ...after, startedAt: now, incompleteUntil: null })
}

/**
 * What cost nothing becomes what costs something, bought like anything else: the same subscription,
 * and a period that begins now. Its buyer has just paid it, so there is no order of it, and what
 * waited goes on waiting. Whoever buys doesn’t want it to end any more.
 */
export function planUpgrade(
  facts: SubscriptionFacts,
  { product, chosenAmount, discount }: Omit<Purchase, 'currency'>,
  now: Date,
): Plan | Refusal<'subscription_ended' | 'subscription_past_due'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!isActive(facts.status)) return refuse('subscription_past_due')
  assert(product.interval !== null, 'what is bought once is no subscription')
  const bought: SubscriptionFacts = {
    ...facts,
    ...notCanceling,
    status: 'active',
    pending: null,
    product: { id: product.id, name: product.name },
    prices: takenOver(product.prices, { quantity: 1, chosenAmount }),
    discount: discount && taken(discount),
  }
  const { after } = billedPeriod(inPeriod(bought, begun(product.interval, now)), [])
  return planned(facts, { ...after, waiting: facts.waiting })
}
