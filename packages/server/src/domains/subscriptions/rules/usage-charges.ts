import { assert } from '../../../kernel/assert.ts'
import { type MeteredPrice, type PeriodPrice, shareOfPrice } from '../../../kernel/metered-price.ts'
import type { Period } from '../../../kernel/period.ts'
import { ratio } from '../../../kernel/ratio.ts'
import type { OpenUsage, SubscriptionPrice } from './facts.ts'

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

const withChargedBefore = (
  metered: MeteredPrice,
  { chargedBefore }: Pick<OpenUsage, 'chargedBefore'>,
): PeriodPrice => (chargedBefore.digits === 0n ? metered : { ...metered, chargedBefore })

const within = (moment: Date, { start, end }: Period): number =>
  Math.min(Math.max(moment.getTime(), start.getTime()), end.getTime())
