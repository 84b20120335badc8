import { assert } from '../../../kernel/assert.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { discountedPrices } from './amounts.ts'
import { discountRefusal, isSamePrice, productRefusal, stateRefusal } from './change-refusal.ts'
import { discountIn, isApplicable, taken } from './discount.ts'
import { credits, debits, quantityDifference, settledUsage } from './entries.ts'
import type {
  DiscountInForce,
  DiscountWanted,
  Entry,
  PendingChange,
  Plan,
  ProductWanted,
  ProrationMode,
  SubscriptionFacts,
} from './facts.ts'
import { planned } from './outcome.ts'
import { begun, earlier, inPeriod } from './periods.ts'
import { takenOver } from './prices.ts'
import { billedPeriod } from './renewal.ts'

export interface ChangeWish {
  readonly product: ProductWanted
  readonly mode: ProrationMode
  /** Absent keeps the one that is there, as long as it applies; null removes it. */
  readonly discount?: DiscountWanted | null
  /** Absent keeps as many as there are. */
  readonly quantity?: number
}

export interface ChangePlan extends Plan {
  /** How it is billed in fact: another interval begins a period, which is billed at once. */
  readonly mode: ProrationMode
}

type Target = Omit<PendingChange, 'appliesAt'>

/**
 * Another product, other prices of the same, or more or fewer of it. A period that is over but not
 * yet renewed ends the change’s time: the renewal bills the rest.
 */
export function planChange(
  facts: SubscriptionFacts,
  wish: ChangeWish,
  now: Date,
): ChangePlan | Refusal {
  const quantity = wish.quantity ?? quantityInForce(facts)
  const refusal =
    stateRefusal(facts) ??
    productRefusal(facts, wish.product, quantity) ??
    (wish.discount ? discountRefusal(facts.currency, wish.discount, wish.product) : null)
  if (refusal !== null) return refusal
  const target = targetOf(facts, wish, quantity)
  const at = earlier(now, facts.period.end)
  if (wish.mode === 'next_period') return nextPeriodChange(facts, target)
  if (wish.mode === 'reset')
    return { ...restarted(facts, target, { at, credit: [] }), mode: 'reset' }
  if (facts.status === 'trialing') return { ...swapped(facts, target), mode: wish.mode }
  if (target.interval !== facts.interval) {
    const credit = credits(facts, { period: facts.period, at })
    return { ...restarted(facts, target, { at, credit }), mode: 'invoice' }
  }
  return { ...prorated(facts, target, { at, mode: wish.mode }), mode: wish.mode }
}

const quantityInForce = ({ prices }: SubscriptionFacts): number =>
  Math.max(1, ...prices.map(({ quantity }) => quantity))

function targetOf(facts: SubscriptionFacts, wish: ChangeWish, quantity: number): Target {
  const { id, name, interval, prices } = wish.product
  assert(interval !== null, 'what is bought once is no subscription')
  assert(Number.isInteger(quantity) && quantity >= 1, 'at least one is subscribed to')
  return {
    product: { id, name },
    interval,
    prices: takenOver(prices, { quantity, chosenAmount: null }),
    discount: discountOf(facts, wish),
  }
}

function discountOf(
  facts: SubscriptionFacts,
  { product, discount }: ChangeWish,
): DiscountInForce | null {
  if (discount !== undefined && discount?.id !== facts.discount?.id) {
    return discount && taken(discount)
  }
  return facts.discount !== null && isApplicable(facts.discount, product) ? facts.discount : null
}

/** Nothing is billed and nothing changes until then; what was to come before doesn’t any more. */
const nextPeriodChange = (facts: SubscriptionFacts, target: Target): ChangePlan => {
  const pending = { ...target, appliesAt: facts.period.end }
  return { ...planned(facts, { ...facts, pending }), mode: 'next_period' }
}

/** On trial nothing is paid for, so nothing is prorated. */
const swapped = (facts: SubscriptionFacts, target: Target): Plan =>
  planned(facts, { ...facts, ...target, pending: null })

interface Restart {
  readonly at: Date
  readonly credit: readonly Entry[]
}

/** A whole period from now on, at its whole price. */
function restarted(facts: SubscriptionFacts, target: Target, { at, credit }: Restart): Plan {
  const isTrial = facts.status === 'trialing'
  const usage = isTrial ? [] : settledUsage(facts, at)
  const changed: SubscriptionFacts = {
    ...facts,
    ...target,
    status: 'active',
    trialEnd: isTrial ? at : facts.trialEnd,
    pending: null,
    waiting: [...facts.waiting, ...credit, ...usage],
  }
  const { after, order } = billedPeriod(inPeriod(changed, begun(target.interval, at)), [])
  return planned(facts, after, { order: { reason: 'subscription_update', ...order } })
}

interface Proration {
  readonly at: Date
  readonly mode: 'invoice' | 'prorate'
}

/** The same period goes on; the difference for its rest is billed at once or waits. */
function prorated(facts: SubscriptionFacts, target: Target, { at, mode }: Proration): Plan {
  const { period, anchorDay } = facts
  const discount = discountIn({ start: period.start, anchorDay }, target.discount)
  const prices = discountedPrices(target.prices, discount)
  const sold = { ...target, prices }
  const entries = [...difference(facts, sold, at), ...settledUsage(facts, at)]
  const changed = { ...facts, ...sold, discount, pending: null }
  if (mode === 'prorate') {
    return planned(facts, { ...changed, waiting: [...facts.waiting, ...entries] }, { entries })
  }
  const all = [...facts.waiting, ...entries]
  const reason = 'subscription_update'
  const order = { reason, entries: all, period, discountId: discount?.id ?? null } as const
  return planned(facts, { ...changed, waiting: [] }, { order: all.length === 0 ? null : order })
}

function difference(facts: SubscriptionFacts, sold: Target, at: Date): readonly Entry[] {
  const rest = { period: facts.period, at }
  return isQuantityChange(facts, sold)
    ? quantityDifference(facts, sold, rest)
    : [...credits(facts, rest), ...debits(sold, rest)]
}

const isQuantityChange = (facts: SubscriptionFacts, { product, prices }: Target): boolean =>
  product.id === facts.product.id &&
  prices.every((price) =>
    facts.prices.some(
      (one) => one.productPriceId === price.productPriceId && isSamePrice(one, price),
    ),
  )

/** What was to come with the next period doesn’t; where nothing was, nothing changes. */
export const planPendingCleared = (facts: SubscriptionFacts): Plan =>
  planned(facts, facts.pending === null ? facts : { ...facts, pending: null })
