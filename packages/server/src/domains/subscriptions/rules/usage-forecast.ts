import type { Id } from '@guildhall/contract/primitives'
import {
  addDecimals,
  type Decimal,
  decimal,
  divideDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
} from '../../../kernel/decimal.ts'
import type { Period } from '../../../kernel/period.ts'
import type { OpenUsage, SubscriptionFacts, SubscriptionPrice } from './facts.ts'

export interface MeterOutlook {
  /** Counts and sums add up over time; a maximum or an average doesn’t. */
  readonly addsUp: boolean
  /** What is left of the customer’s credits; below zero where more was used. */
  readonly creditsLeft: Decimal
}

type Outlooks = ReadonlyMap<Id<'meter'>, MeterOutlook>

/** Of a period, so that a first busy hour isn’t taken for the whole month. */
const leastShare = 0.1

/**
 * The subscription at the end of its period, if usage goes on at its rate so far and credits cover
 * what they can. Null where there is nothing to conclude from.
 */
export function forecastUsage(
  facts: SubscriptionFacts,
  outlooks: Outlooks,
  now: Date,
): SubscriptionFacts | null {
  if (facts.status === 'trialing') return null
  const prices = facts.prices.map((price): SubscriptionPrice => {
    const outlook = price.meterId === null ? undefined : outlooks.get(price.meterId)
    if (price.usage === null || outlook?.addsUp !== true) return price
    const usage = usageAtEnd(price.usage, outlook, { period: facts.period, now })
    return usage === null ? price : { ...price, usage }
  })
  const isForecast = prices.some((price, at) => price !== facts.prices[at])
  return isForecast ? { ...facts, prices } : null
}

function usageAtEnd(
  usage: OpenUsage,
  { creditsLeft }: MeterOutlook,
  { period, now }: { readonly period: Period; readonly now: Date },
): OpenUsage | null {
  const since = Math.max(period.start.getTime(), usage.since?.getTime() ?? 0)
  const [elapsed, whole] = [now.getTime() - since, period.end.getTime() - since]
  if (usage.consumed.digits <= 0n || elapsed < whole * leastShare || elapsed >= whole) return null
  const grown = multiplyDecimals(usage.consumed, decimal(whole))
  const consumed = divideDecimals(grown, decimal(elapsed), 0)
  const covered = addDecimals(usage.credited, maxDecimal(creditsLeft, decimal(0)))
  return { ...usage, consumed, credited: maxDecimal(usage.credited, minDecimal(consumed, covered)) }
}
