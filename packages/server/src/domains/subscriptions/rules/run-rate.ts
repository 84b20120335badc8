import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits, times } from '../../../kernel/money.ts'
import { subscriptionAmount } from './amounts.ts'
import type { RecurringInterval, SubscriptionFacts } from './facts.ts'
import { hasEnded } from './lifecycle.ts'

/** What a subscription costs, and whether it does. */
export interface RatedFacts
  extends Pick<SubscriptionFacts, 'status' | 'currency' | 'startedAt' | 'cancelAtPeriodEnd'> {
  readonly interval: RecurringInterval
  readonly productId: Id<'product'>
  /** Which prices it has, and of how much: other ones of the same product are a price migration. */
  readonly terms: string
  /** A period’s price less discounts for ever. */
  readonly listAmount: MinorUnits
  /** A period’s price less all discounts. */
  readonly amount: MinorUnits
}

export const ratedFacts = (facts: SubscriptionFacts): RatedFacts => {
  const { discount, prices } = facts
  const lasting = discount?.duration === 'forever' ? discount : null
  return {
    status: facts.status,
    currency: facts.currency,
    startedAt: facts.startedAt,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    interval: facts.interval,
    productId: facts.product.id,
    terms: prices.map(({ productPriceId }) => productPriceId).join(),
    listAmount: subscriptionAmount({ prices, discount: lasting }),
    amount: subscriptionAmount(facts),
  }
}

/** What a subscription brings in per month. */
export interface RunRate {
  readonly currency: Currency
  readonly productId: Id<'product'>
  /** Less discounts for ever, but not those that end; nothing during a trial or a pause. */
  readonly list: MinorUnits
  /** Less all discounts. */
  readonly billing: MinorUnits
  /** What it would be without the trial. */
  readonly trial: MinorUnits
  /** Of `list`, nothing once the subscription is canceled. */
  readonly committed: MinorUnits
  readonly isPaused: boolean
}

/** Null before it has started and after it has ended. */
export function runRateOf(facts: RatedFacts): RunRate | null {
  const { status, interval, currency, productId } = facts
  if (facts.startedAt === null || hasEnded(status)) return null
  const isTrial = status === 'trialing'
  const isPaused = status === 'unpaid'
  const paid = (amount: MinorUnits) =>
    isTrial || isPaused ? minorUnits(0) : monthly(amount, interval)
  const list = paid(facts.listAmount)
  return {
    currency,
    productId,
    list,
    billing: paid(facts.amount),
    trial: isTrial ? monthly(facts.listAmount, interval) : minorUnits(0),
    committed: facts.cancelAtPeriodEnd ? minorUnits(0) : list,
    isPaused,
  }
}

const monthsOf: Readonly<Record<RecurringInterval, bigint>> = { month: 1n, year: 12n }

/** Rounded for each subscription, so that sums of subscriptions are exact. */
const monthly = (amount: MinorUnits, interval: RecurringInterval): MinorUnits =>
  times(amount, { numerator: 1n, denominator: monthsOf[interval] })
