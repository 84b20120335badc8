import type { Id } from '@guildhall/contract/primitives'
import { distinct } from '../../../kernel/indexing.ts'
import type { PeriodPrice } from '../../../kernel/metered-price.ts'
import type { Period } from '../../../kernel/period.ts'
import type { OpenUsage, SubscriptionFacts, SubscriptionPrice, Usage } from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { earlier } from './periods.ts'
import { periodPrice, usageCharge } from './usage-charges.ts'

/** What a meter counts of a subscription is counted in other periods from now on. */
export interface MeterChange {
  readonly meterId: Id<'meter'>
  /** When its open period ends; null where none does. */
  readonly closesAt: Date | null
  /** What the period which ends was billed at; null where it was free. */
  readonly billed: BilledUsage | null
  /** The period that is open then; null if there is none. The same may end at another time. */
  readonly open: Period | null
}

export interface BilledUsage {
  readonly productPriceId: Id<'productPrice'>
  readonly usage: Usage
  readonly price: PeriodPrice
  /** Whether another price follows before the billing period is over. */
  readonly isCut: boolean
  /** Whether a part of the period was billed before. */
  readonly isRest: boolean
}

/** What is billed of a period that goes on. */
export interface EarlyUsage extends BilledUsage {
  readonly meterId: Id<'meter'>
}

type MeteredPrice = SubscriptionPrice & {
  readonly meterId: Id<'meter'>
  readonly usage: OpenUsage
}

interface Change {
  /** Null for a new subscription. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
  /** Whether something is billed, which a subscription that ends may not be any more. */
  readonly isBilled: boolean
  /** Until when a price covers its period, if that is cut. */
  readonly cutAt: Date | null
}

/**
 * Usage starts over when it was billed, with each period, and when its price changes. What happens
 * from then on is used at the price that follows.
 */
export function meterChanges(
  { before, after, isBilled, cutAt }: Change,
  now: Date,
): readonly MeterChange[] {
  const [had, has] = [meteredPrices(before), meteredPrices(after)]
  if (had.size === 0 && has.size === 0) return []
  const isNewPeriod = before?.period.start.getTime() !== after.period.start.getTime()
  const at = before === null || isNewPeriod ? after.period.start : earlier(now, before.period.end)
  return distinct([...had.keys(), ...has.keys()]).flatMap((meterId): MeterChange[] => {
    const [old, current] = [had.get(meterId), has.get(meterId)]
    const open = current === undefined ? null : { start: at, end: after.period.end }
    if (old === undefined || before === null)
      return [{ meterId, closesAt: null, billed: null, open }]
    if (current !== undefined && !isNewPeriod && isSameUsage(old, current)) {
      const isProlonged = before.period.end.getTime() !== after.period.end.getTime()
      return isProlonged ? [{ meterId, closesAt: null, billed: null, open }] : []
    }
    const isCharged = !isFree(before) && (isBilled || !hasEnded(after.status))
    const billed = isCharged ? billedUsage(old, before.period, cutAt ?? before.period.end) : null
    return [{ meterId, closesAt: at, billed, open }]
  })
}

/** As the rules have billed it. */
const billedUsage = (price: MeteredPrice, period: Period, until: Date): BilledUsage => ({
  productPriceId: price.productPriceId,
  ...billedAt(periodPrice(price, period, until), price.usage),
  isCut: until < period.end,
  isRest: price.usage.billed !== null,
})

const billedAt = (price: PeriodPrice, usage: OpenUsage) => ({
  price,
  usage: usageCharge(price, usage).usage,
})

const meteredPrices = (facts: SubscriptionFacts | null): ReadonlyMap<Id<'meter'>, MeteredPrice> =>
  new Map(
    facts === null || hasEnded(facts.status)
      ? []
      : facts.prices.flatMap((price) =>
          price.meterId === null || price.usage === null
            ? []
            : [[price.meterId, { ...price, meterId: price.meterId, usage: price.usage }]],
        ),
  )

const isSameUsage = (one: MeteredPrice, other: MeteredPrice): boolean =>
  one.productPriceId === other.productPriceId && one.usage === other.usage

/** Usage costs nothing during a trial, and before the first payment. */
const isFree = ({ status, trialEnd, period }: SubscriptionFacts): boolean =>
  status === 'incomplete' || (trialEnd !== null && trialEnd >= period.end)
