import type { UsageRefusalReason } from '@guildhall/contract/limits/limit-shapes'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  maxDecimal,
  minDecimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import { highestAmount } from '../../../kernel/metered-price.ts'
import { minorUnits, subtract, sum } from '../../../kernel/money.ts'
import {
  type CurrentPeriod,
  type CustomerUsage,
  consumedIn,
  limitedPeriods,
  type MeterUsage,
  periodOf,
  type SpendingLimit,
  type UnitsOfMeter,
  usageOfMeter,
  withUse,
  zero,
} from './customer-usage.ts'

/**
 * Why a customer may not use this now, or null. Of the meters that count an event one has to entitle
 * the customer, and none may refuse. Other meters don’t add up, so nothing limits them. What takes
 * usage back is always allowed.
 */
export function refusalOf(
  usage: CustomerUsage,
  uses: readonly UnitsOfMeter[],
  others: readonly Placed[] = [],
): UsageRefusalReason | null {
  const rising = uses.filter(({ units }) => compareDecimals(units, zero) > 0)
  if (uses.length > 0 && rising.length === 0) return null
  const counting = [...rising, ...others]
  if (!counting.some((one) => isEntitled(...placeOf(usage, one)))) return 'not_entitled'
  let after = usage
  for (const use of rising) {
    const reason = refusalOfOne(after, use)
    if (reason !== null) return reason
    after = withUse(after, use)
  }
  return null
}

function refusalOfOne(usage: CustomerUsage, use: UnitsOfMeter): UsageRefusalReason | null {
  const [meter, period] = placeOf(usage, use)
  if (isLess(leftOfCredits(meter, period), use.units)) return 'credits_exhausted'
  if (isLess(leftOfLimits(meter), use.units)) return 'cap_reached'
  const limit = hardSpendingLimit(usage, period.subscriptionId)
  if (limit === null) return null
  const spent = spentAmount(withUse(usage, use), limit.subscriptionId)
  return spent > limit.amount ? 'spending_limit_reached' : null
}

/** A meter, and the subscription that bills what happens. */
export type Placed = Pick<UnitsOfMeter, 'meterId' | 'subscriptionId'>

function placeOf(usage: CustomerUsage, { meterId, subscriptionId }: Placed) {
  const meter = usageOfMeter(usage, meterId)
  return [meter, periodOf(meter, subscriptionId)] as const
}

const isLess = (left: Decimal | null, units: Decimal): boolean =>
  left !== null && compareDecimals(left, units) < 0

/** By a metered price, by credits, or by a limit that the seller has set. */
const isEntitled = ({ balance, limits }: MeterUsage, { isPriced }: CurrentPeriod): boolean =>
  isPriced || balance !== null || limits.some(({ setBy }) => setBy === 'seller')

/** Null where a price bills what credits don’t cover, or without credits. */
function leftOfCredits({ balance, held }: MeterUsage, { isPriced }: CurrentPeriod): Decimal | null {
  return isPriced || balance === null ? null : notNegative(subtractDecimals(balance, held))
}

function leftOfLimits(meter: MeterUsage): Decimal | null {
  const hard = meter.limits.filter(({ isHard }) => isHard).map(({ units }) => units)
  const [first, ...others] = hard
  if (first === undefined) return null
  const taken = addDecimals(consumedIn(limitedPeriods(meter)), meter.held)
  return notNegative(subtractDecimals(others.reduce(minDecimal, first), taken))
}

const notNegative = (units: Decimal): Decimal => maxDecimal(units, zero)

function hardSpendingLimit(
  { spendingLimits }: CustomerUsage,
  subscriptionId: Id<'subscription'> | null,
): SpendingLimit | null {
  const hard = spendingLimits.filter((one) => one.isHard && one.subscriptionId === subscriptionId)
  const [lowest] = hard.toSorted((a, b) => a.amount - b.amount)
  return lowest ?? null
}

/**
 * What the usage of a subscription’s period costs so far, with everything that is held. Where a
 * volume price falls, the most that it may cost, however much of what is held will be used.
 */
export function spentAmount(usage: CustomerUsage, subscriptionId: Id<'subscription'>): MinorUnits {
  const prices = usage.prices.filter((one) => one.subscriptionId === subscriptionId)
  return sum([
    minorUnits(0),
    ...prices.map(({ meterId, price }) => {
      const meter = usageOfMeter(usage, meterId)
      const used = billableUsage({ ...meter, held: zero }, subscriptionId)
      return highestAmount(price, used, billableUsage(meter, subscriptionId))
    }),
  ])
}

/** Credits of a customer cover all of it until they are used up. */
function billableUsage(meter: MeterUsage, subscriptionId: Id<'subscription'>) {
  const { held, balance } = meter
  const consumed = addDecimals(periodOf(meter, subscriptionId).consumed, held)
  if (balance === null) return { consumed, credited: zero }
  const uncovered = notNegative(subtractDecimals(held, balance))
  return { consumed, credited: subtractDecimals(consumed, minDecimal(consumed, uncovered)) }
}

export interface Allowance {
  readonly consumed: Decimal
  readonly held: Decimal
  readonly balance: Decimal | null
  /** Null without a limit in units. */
  readonly remainingUnits: Decimal | null
  /** Null without a spending limit. */
  readonly remainingAmount: MinorUnits | null
  readonly returnsAt: Date | null
}

export function allowanceOf(usage: CustomerUsage, place: Placed): Allowance {
  const [meter, period] = placeOf(usage, place)
  const spending = hardSpendingLimit(usage, period.subscriptionId)
  const left = [leftOfCredits(meter, period), leftOfLimits(meter)].filter((one) => one !== null)
  const [first, ...others] = isEntitled(meter, period) ? left : [zero]
  return {
    consumed: consumedIn(limitedPeriods(meter)),
    held: meter.held,
    balance: meter.balance,
    remainingUnits: first === undefined ? null : others.reduce(minDecimal, first),
    remainingAmount:
      spending === null
        ? null
        : leftOfAmount(spending, spentAmount(usage, spending.subscriptionId)),
    returnsAt: period.endsAt,
  }
}

const leftOfAmount = ({ amount }: SpendingLimit, spent: MinorUnits): MinorUnits =>
  spent > amount ? minorUnits(0) : subtract(amount, spent)
