import { assert } from '../../../kernel/assert.ts'
import { type Decimal, decimal, subtractDecimals } from '../../../kernel/decimal.ts'
import {
  type MeteredPrice,
  type PeriodPrice,
  priceUsage,
  shareOfPrice,
} from '../../../kernel/metered-price.ts'
import { type MinorUnits, minorUnits, subtract } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { ratio } from '../../../kernel/ratio.ts'
import type { OpenUsage, SubscriptionPrice, Usage } from './facts.ts'

// A change of the plan cuts a period. What of it a price covers has the share of its included units
// and of its minimum that is its share of the time, as the rest of a fixed price is credited; tiers
// and packages go on where the part before it ended.

type Metered = Pick<SubscriptionPrice, 'metered'> & {
  readonly usage: Pick<OpenUsage, 'since' | 'chargedBefore'> | null
}

/** The price of usage since it was last billed, until a later price follows or the period ends. */
export function periodPrice({ metered, usage }: Metered, period: Period, until: Date): PeriodPrice {
  assert(metered !== null && usage !== null, 'a metered price has usage')
  const start = usage.since ?? period.start
  const isWhole = start <= period.start && until >= period.end
  if (isWhole) return withChargedBefore(metered, usage)
  const [from, to] = [within(start, period), within(until, period)]
  const share = ratio(Math.max(to - from, 0), period.end.getTime() - period.start.getTime())
  return shareOfPrice(withChargedBefore(metered, usage), share)
}

export interface UsageCharge {
  /** What the period has by then. */
  readonly usage: Usage
  /** What is still to be billed of it. */
  readonly amount: MinorUnits
  /** Units that it bills. */
  readonly units: Decimal
}

/**
 * What usage costs, less what was billed of it before. Where that was more, because events were
 * corrected or a volume tier was reached, the usage is left as it was billed: what is to be credited
 * is late usage.
 */
export function usageCharge(charged: PeriodPrice, usage: OpenUsage): UsageCharge {
  const { billed } = usage
  const nothing = { consumed: decimal(0), credited: decimal(0), amount: minorUnits(0) }
  const before = billed ?? nothing
  const isLess = priceUsage(charged, usage).amount < before.amount
  const { consumed, credited } = isLess ? before : usage
  const { amount } = priceUsage(charged, { consumed, credited })
  return {
    usage: { consumed, credited },
    amount: subtract(amount, before.amount),
    units: subtractDecimals(consumed, before.consumed),
  }
}

const withChargedBefore = (
  metered: MeteredPrice,
  { chargedBefore }: Pick<OpenUsage, 'chargedBefore'>,
): PeriodPrice => (chargedBefore.digits === 0n ? metered : { ...metered, chargedBefore })

const within = (moment: Date, { start, end }: Period): number =>
  Math.min(Math.max(moment.getTime(), start.getTime()), end.getTime())
