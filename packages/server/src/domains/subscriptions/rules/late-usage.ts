import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { subtractDecimals } from '../../../kernel/decimal.ts'
import { type PeriodPrice, priceUsage } from '../../../kernel/metered-price.ts'
import { minorUnits, negate, subtract, sum, times } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { ratio } from '../../../kernel/ratio.ts'
import { creditsFor } from './credits.ts'
import { type Decision, decided } from './decision.ts'
import { discountForUsage, discountShares } from './discount.ts'
import type { BillingEntry, Settlement, SubscriptionFacts, Usage } from './facts.ts'
import { lateUsageLabel } from './labels.ts'

/** A period of a meter that was billed, and whose usage is another one by now. */
export interface LateUsage {
  readonly meterId: Id<'meter'>
  readonly meterName: string
  readonly productPriceId: Id<'productPrice'>
  readonly period: Period
  /** At which it was billed. */
  readonly price: PeriodPrice
  /** As it was billed. */
  readonly billed: Usage
  readonly amount: MinorUnits
  /** Whether the period goes on: then only what was corrected is billed. */
  readonly isOpen: boolean
  /** What is used of it now, and covered by credits. */
  readonly current: Usage
  /** What was paid for it. */
  readonly settlements: readonly Settlement[]
}

/** What is billed by this decision, and what the period costs by then. */
interface SettledLate {
  readonly late: LateUsage
  readonly amount: MinorUnits
  readonly entries: readonly BillingEntry[]
}

export interface LateDecision extends Decision {
  readonly settled: readonly SettledLate[]
}

/**
 * Bills with the next order what was used in a former period and reported too late, at the price of
 * that period, and credits what was corrected. What is to be credited of an order that isn’t paid
 * waits until it is.
 */
export function decideLateUsage(
  facts: SubscriptionFacts,
  lates: readonly LateUsage[],
): LateDecision {
  const settled = lates
    .map((late) => ({ late, amount: costsNow(late) }))
    .filter(({ late, amount }) => isSettled(late, amount, facts))
    .map((one): SettledLate => ({ ...one, entries: entriesOf(facts, one) }))
  const entries = settled.flatMap((one) => one.entries)
  const after = { ...facts, waiting: [...facts.waiting, ...entries] }
  const decision = entries.length === 0 ? decided(facts, facts) : decided(facts, after, { entries })
  return { ...decision, settled }
}

const isSettled = (late: LateUsage, amount: MinorUnits, { hasOpenOrders }: SubscriptionFacts) =>
  amount < late.amount ? !hasOpenOrders : !late.isOpen

function entriesOf(
  facts: SubscriptionFacts,
  { late, amount }: Pick<SettledLate, 'late' | 'amount'>,
): readonly BillingEntry[] {
  const difference = subtract(amount, late.amount)
  if (difference === 0) return []
  return difference > 0 ? [charge(facts, late, difference)] : credits(facts, late, difference)
}

const costsNow = ({ current, price }: LateUsage): MinorUnits => priceUsage(price, current).amount

function charge(facts: SubscriptionFacts, late: LateUsage, amount: MinorUnits): BillingEntry {
  const discount = discountForUsage(facts, facts.period.end)
  const [deducted = minorUnits(0)] = discountShares(discount, [amount])
  return {
    kind: 'metered',
    label: labelOf(late, facts.currency),
    amount: subtract(amount, deducted),
    discountAmount: minorUnits(0),
    isDiscounted: false,
    period: late.period,
    productPriceId: late.productPriceId,
    reverses: null,
    usageSettlementId: null,
  }
}

/** In proportion to what was paid after the discount, for all of it, and has not come back. */
function credits(
  { currency }: SubscriptionFacts,
  late: LateUsage,
  difference: MinorUnits,
): readonly BillingEntry[] {
  const { productPriceId, settlements, period: rest } = late
  const left = sum(settlements.map((one) => subtract(one.netAmount, one.creditedAmount)))
  if (left === 0 || late.amount === 0) return []
  const amount = times(left, ratio(negate(difference), late.amount))
  const claim = { productPriceId, amount, label: labelOf(late, currency), rest }
  return creditsFor({ waiting: [], settlements }, [claim]).map((entry) => ({
    ...entry,
    kind: 'metered',
  }))
}

const labelOf = (late: LateUsage, currency: SubscriptionFacts['currency']): string =>
  lateUsageLabel(
    { ...late, units: subtractDecimals(late.current.consumed, late.billed.consumed) },
    currency,
  )
