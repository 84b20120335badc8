import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, sum } from '../../../kernel/money.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { discountedPrices, orderAmounts, periodAmount } from './amounts.ts'
import { carriedDiscount, isUsedUp } from './carried-discount.ts'
import { type Decision, decided } from './decision.ts'
import { discountForPeriod, newDiscount } from './discount.ts'
import { usageUntil } from './entries.ts'
import type {
  BillingEntry,
  CatalogDiscount,
  CatalogProduct,
  PendingChange,
  ProrationMode,
  SubscriptionFacts,
} from './facts.ts'
import { earlier, firstPeriod, withPeriod } from './periods.ts'
import { snapshotPrices } from './prices.ts'
import { chargesOfRest, creditsOfRest, quantityDifference } from './proration.ts'
import {
  discountRefusal,
  isSamePrice,
  productRefusal,
  stateRefusal,
  unpaidRefusal,
} from './refusals.ts'
import { billPeriod } from './renewal.ts'

/** A request for another product, other prices of the same product, or another quantity. */
export interface ProductChange {
  readonly product: CatalogProduct
  readonly mode: ProrationMode
  /** Undefined keeps the current discount as far as it goes along; null removes it. */
  readonly discount?: CatalogDiscount | null
  /**
   * The most that may wait for the next order where the mode is `prorate`; more is billed
   * immediately. Undefined for any amount.
   */
  readonly deferredMax?: MinorUnits
  /** Undefined keeps the current quantity. */
  readonly quantity?: number
}

export interface ProductChangeDecision extends Decision {
  /**
   * How it is actually billed: another interval starts a new period, which is billed immediately.
   */
  readonly mode: ProrationMode
}

interface Target extends Omit<PendingChange, 'appliesAt'> {
  /** Whether the change brings its discount, which then reduces the rest of the period as well. */
  readonly isDiscountNew: boolean
}

/**
 * A period that is over but not yet renewed isn’t prorated any more: the renewal bills the new
 * price.
 */
export function decideProductChange(
  facts: SubscriptionFacts,
  change: ProductChange,
  now: Date,
): ProductChangeDecision | Refusal {
  const { product, discount, mode } = change
  const quantity = change.quantity ?? currentQuantity(facts)
  const refusal =
    stateRefusal(facts) ??
    productRefusal(facts, product, quantity) ??
    (discount ? discountRefusal(facts.currency, discount, product) : null) ??
    (mode === 'next_period' ? null : unpaidRefusal(facts))
  if (refusal !== null) return refusal
  const at = earlier(now, facts.period.end)
  const target = targetOf(facts, change, { quantity, at })
  if (mode === 'next_period') return { ...inNextPeriod(facts, target), mode }
  if (mode === 'reset') return { ...inNewPeriod(facts, target, { at, credits: [] }), mode }
  if (facts.status === 'trialing') {
    return isOfTrial(facts, target) || !isByCustomer(change)
      ? { ...onTrial(facts, target), mode }
      : { ...inNewPeriod(facts, target, { at, credits: [] }), mode: 'reset' }
  }
  if (target.interval !== facts.interval) {
    const credits = creditsOfRest(facts, { period: facts.period, at })
    return { ...inNewPeriod(facts, target, { at, credits }), mode: 'invoice' }
  }
  const prorated = { ...inCurrentPeriod(facts, target, { at, mode }), mode }
  return mode === 'prorate' && isTooMuchDeferred(prorated, change)
    ? { ...inCurrentPeriod(facts, target, { at, mode: 'invoice' }), mode: 'invoice' }
    : prorated
}

/** The seller’s own changes defer any amount. */
const isByCustomer = ({ deferredMax }: ProductChange): boolean => deferredMax !== undefined

/** What costs no more, and counts no more usage for nothing, than the plan that the trial is of. */
const isOfTrial = (facts: SubscriptionFacts, target: Target): boolean =>
  perYear(target) <= perYear(facts) &&
  target.prices.every(
    ({ meterId, productPriceId }) =>
      meterId === null || facts.prices.some((own) => own.productPriceId === productPriceId),
  )

const perYear = ({ prices, interval }: Pick<SubscriptionFacts, 'prices' | 'interval'>): number =>
  sum(prices.map(periodAmount)) * (interval === 'year' ? 1 : monthsPerYear)

const monthsPerYear = 12

/** A change that defers nothing itself is never too much. */
function isTooMuchDeferred({ entries, after }: Decision, { deferredMax }: ProductChange): boolean {
  const added = orderAmounts({ entries }).netAmount
  const deferred = orderAmounts({ entries: after.waiting }).netAmount
  return deferredMax !== undefined && added > 0 && deferred > deferredMax
}

const currentQuantity = ({ prices }: SubscriptionFacts): number =>
  Math.max(1, ...prices.map(({ quantity }) => quantity))

interface Wanted {
  readonly quantity: number
  readonly at: Date
}

function targetOf(
  facts: SubscriptionFacts,
  change: ProductChange,
  { quantity, at }: Wanted,
): Target {
  const { id, name, interval, prices } = change.product
  assert(interval !== null, 'a one-time product can’t be subscribed to')
  assert(Number.isInteger(quantity) && quantity >= 1, 'a quantity is at least one')
  return {
    product: { id, name },
    interval,
    prices: snapshotPrices(prices, { quantity, chosenAmount: null }),
    ...discountAfter(facts, change, at),
  }
}

function discountAfter(
  facts: SubscriptionFacts,
  { product, discount, mode }: ProductChange,
  at: Date,
): Pick<Target, 'discount' | 'isDiscountNew'> {
  if (discount !== undefined && discount?.id !== facts.discount?.id) {
    return { discount: discount && newDiscount(discount), isDiscountNew: true }
  }
  const isLater = mode === 'next_period' || facts.status === 'trialing'
  const carried = carriedDiscount(facts, { product, at: isLater ? facts.period.end : at })
  return { discount: carried, isDiscountNew: false }
}

/** Nothing is billed or changed until then. Replaces a change that was pending before. */
const inNextPeriod = (facts: SubscriptionFacts, target: Target): Decision =>
  decided(facts, { ...facts, pending: { ...planOf(target), appliesAt: facts.period.end } })

/** A trial is free, so there is nothing to prorate. */
const onTrial = (facts: SubscriptionFacts, target: Target): Decision =>
  decided(facts, { ...facts, ...planOf(target), pending: null })

const planOf = ({ isDiscountNew: _isDiscountNew, ...plan }: Target) => plan

interface NewPeriod {
  readonly at: Date
  readonly credits: readonly BillingEntry[]
}

/** A whole period starts now, at its whole price. */
function inNewPeriod(
  facts: SubscriptionFacts,
  target: Target,
  { at, credits }: NewPeriod,
): Decision {
  const isTrial = facts.status === 'trialing'
  // A new period of the same length returns nothing of what the old one cost.
  const cutAt = target.interval === facts.interval ? null : at
  const usage = isTrial ? [] : usageUntil(facts, at, cutAt ?? facts.period.end)
  const changed: SubscriptionFacts = {
    ...facts,
    ...planOf(target),
    status: 'active',
    trialEnd: isTrial ? at : facts.trialEnd,
    pending: null,
    waiting: [...facts.waiting, ...credits, ...usage],
  }
  const { after, order } = billPeriod(withPeriod(changed, firstPeriod(target.interval, at)), [])
  return decided(facts, after, { cutAt, order: { reason: 'subscription_update', ...order } })
}

interface Proration {
  readonly at: Date
  readonly mode: 'invoice' | 'prorate'
}

/**
 * The period continues. The difference for the rest of it is billed now, or waits for the next
 * order.
 */
function inCurrentPeriod(
  facts: SubscriptionFacts,
  target: Target,
  { at, mode }: Proration,
): Decision {
  const { period } = facts
  const { discount, prices } = discountedRest(facts, target)
  const sold = { ...planOf(target), discount, prices }
  const entries = [...proratedEntries(facts, sold, at), ...usageUntil(facts, at)]
  const changed = { ...facts, ...sold, pending: null }
  if (mode === 'prorate') {
    const waiting = [...facts.waiting, ...entries]
    return decided(facts, { ...changed, waiting }, { entries, cutAt: at })
  }
  const all = [...facts.waiting, ...entries]
  const reason = 'subscription_update'
  const discountId = discount?.appliedAt == null ? null : discount.id
  const order = { reason, entries: all, period, discountId } as const
  const placed = all.length === 0 ? null : order
  return decided(facts, { ...changed, waiting: [] }, { order: placed, cutAt: at })
}

type Discounted = Pick<Target, 'discount' | 'prices'>

/**
 * The discount and what it takes off each price in the current period. One that waits for the next
 * period takes nothing off yet. Further units of the same price don’t extend one that is used up.
 */
function discountedRest(facts: SubscriptionFacts, target: Target): Discounted {
  const { period, anchorDay } = facts
  if (target.isDiscountNew) {
    const discount = discountForPeriod({ start: period.start, anchorDay }, target.discount)
    return { discount, prices: discountedPrices(target.prices, discount) }
  }
  if (isQuantityChange(facts, target)) {
    const { discount } = facts
    const isRunning = discount?.appliedAt != null && !isUsedUp(facts, discount, target)
    const prices = isRunning ? discountedPrices(target.prices, discount) : asBilled(facts, target)
    return { discount, prices }
  }
  const running = target.discount?.appliedAt == null ? null : target.discount
  return { discount: target.discount, prices: discountedPrices(target.prices, running) }
}

const asBilled = (facts: SubscriptionFacts, { prices }: Target): Target['prices'] =>
  prices.map((price) => {
    const billed = facts.prices.find((one) => one.productPriceId === price.productPriceId)
    assert(billed !== undefined, 'a quantity changes for prices that the subscription has')
    const discountAmount = Math.min(billed.discountAmount, periodAmount(price))
    return { ...price, discountAmount: minorUnits(discountAmount) }
  })

function proratedEntries(
  facts: SubscriptionFacts,
  sold: Omit<Target, 'isDiscountNew'>,
  at: Date,
): readonly BillingEntry[] {
  const cut = { period: facts.period, at }
  return isQuantityChange(facts, sold)
    ? quantityDifference(facts, sold, cut)
    : [...creditsOfRest(facts, cut), ...chargesOfRest(sold, cut)]
}

const isQuantityChange = (
  facts: SubscriptionFacts,
  { product, prices }: Pick<Target, 'product' | 'prices'>,
): boolean =>
  product.id === facts.product.id &&
  prices.every((price) =>
    facts.prices.some(
      (one) => one.productPriceId === price.productPriceId && isSamePrice(one, price),
    ),
  )

/** Changes nothing where no change is pending. */
export const decidePendingChangeRemoval = (facts: SubscriptionFacts): Decision =>
  decided(facts, facts.pending === null ? facts : { ...facts, pending: null })
