import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import {
  type MeteredUsage,
  type PeriodPrice,
  priceUsage,
  type UsageCharge,
} from '../../../kernel/metered-price.ts'
import { minorUnits, subtract } from '../../../kernel/money.ts'

/** What was billed of a period up to one time, and what it had counted by then. */
export interface Settled {
  readonly usage: MeteredUsage
  readonly amount: MinorUnits
  readonly countedUnits: Decimal
  readonly lots: readonly ServedByLot[]
}

interface ServedByLot {
  readonly lotId: Id<'creditLot'>
  readonly units: Decimal
}

export interface UsageToExplain {
  readonly price: PeriodPrice
  /** Null where nothing was billed before. */
  readonly before: Settled | null
  readonly after: Settled
  /** Of the item, and of others that bill or credit the same. */
  readonly itemAmount: MinorUnits
  readonly otherItemsAmount: MinorUnits
}

export interface ExplainedUsage {
  readonly units: Decimal
  readonly parts: UsageCharge['parts']
  readonly rounding: Decimal
  readonly differenceAmount: MinorUnits
  readonly deductedAmount: MinorUnits
  /** What lots serve of it, below zero for what they got back. */
  readonly lots: readonly ServedByLot[]
  readonly laterCreditUnits: Decimal
  readonly carriedUnits: Decimal
  readonly laterUnits: Decimal
}

const zero = decimal(0)

const nothing: Settled = {
  usage: { consumed: zero, credited: zero },
  amount: minorUnits(0),
  countedUnits: zero,
  lots: [],
}

export function explainUsage(input: UsageToExplain): ExplainedUsage {
  const { price, after, itemAmount, otherItemsAmount } = input
  const before = input.before ?? nothing
  const { parts } = priceUsage(price, after.usage)
  const exact = total(parts.map(({ subtotal }) => subtotal))
  const differenceAmount = subtract(after.amount, before.amount)
  const lots = lotsBetween(before, after)
  const covered = subtractDecimals(after.usage.credited, before.usage.credited)
  return {
    units: subtractDecimals(after.usage.consumed, before.usage.consumed),
    parts,
    rounding: subtractDecimals(decimal(after.amount), exact),
    differenceAmount,
    deductedAmount: subtract(subtract(differenceAmount, itemAmount), otherItemsAmount),
    lots,
    laterCreditUnits: subtractDecimals(total(lots.map(({ units }) => units)), covered),
    carriedUnits: subtractDecimals(before.countedUnits, before.usage.consumed),
    laterUnits: subtractDecimals(after.countedUnits, after.usage.consumed),
  }
}

const total = (values: readonly Decimal[]): Decimal => values.reduce(addDecimals, zero)

function lotsBetween(before: Settled, after: Settled): readonly ServedByLot[] {
  const served = new Map(after.lots.map(({ lotId, units }) => [lotId, units]))
  for (const { lotId, units } of before.lots) {
    served.set(lotId, subtractDecimals(served.get(lotId) ?? zero, units))
  }
  return [...served]
    .map(([lotId, units]) => ({ lotId, units }))
    .filter(({ units }) => compareDecimals(units, zero) !== 0)
}
