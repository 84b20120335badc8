import type { Id } from '@guildhall/contract/primitives'
import { distinct } from '../../../kernel/indexing.ts'
import type { Period } from '../../../kernel/period.ts'
import type { SubscriptionFacts, SubscriptionPrice } from './facts.ts'
import { hasEnded } from './lifecycle.ts'
import { earlier } from './periods.ts'

/** What a meter counts of a subscription is counted in other periods from now on. */
export interface MeterChange {
  readonly meterId: Id<'meter'>
  /** When its open period ends; null where none does. */
  readonly closesAt: Date | null
  /** The price that the period which ends was billed at; null where it was free. */
  readonly billed: MeteredPrice | null
  /** The period that is open then; null if there is none. The same may end at another time. */
  readonly open: Period | null
}

export type MeteredPrice = SubscriptionPrice & { readonly meterId: Id<'meter'> }

interface Change {
  /** Null for a new subscription. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
  /** Whether something is billed, which a subscription that ends may not be any more. */
  readonly isBilled: boolean
}

/**
 * Usage starts over when it was billed, with each period, and when its price changes. What happens
 * from then on is used at the price that follows.
 */
export function meterChanges(
  { before, after, isBilled }: Change,
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
    return [{ meterId, closesAt: at, billed: isCharged ? old : null, open }]
  })
}

const meteredPrices = (facts: SubscriptionFacts | null): ReadonlyMap<Id<'meter'>, MeteredPrice> =>
  new Map(
    facts === null || hasEnded(facts.status)
      ? []
      : facts.prices.flatMap((price) =>
          price.meterId === null ? [] : [[price.meterId, { ...price, meterId: price.meterId }]],
        ),
  )

const isSameUsage = (one: MeteredPrice, other: MeteredPrice): boolean =>
  one.productPriceId === other.productPriceId && one.usage === other.usage

/** Usage costs nothing during a trial, and before the first payment. */
const isFree = ({ status, trialEnd, period }: SubscriptionFacts): boolean =>
  status === 'incomplete' || (trialEnd !== null && trialEnd >= period.end)
