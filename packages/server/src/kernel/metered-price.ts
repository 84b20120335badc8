import { assert } from './assert.ts'
import {
  addDecimals,
  ceilQuotient,
  compareDecimals,
  type Decimal,
  decimal,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  subtractDecimals,
  toMinorUnits,
} from './decimal.ts'
import type { MinorUnits } from './money.ts'

// Amounts of units, packages and tiers are minor units with fractions.
export type Pricing =
  | { readonly scheme: 'unit'; readonly unitAmount: Decimal }
  // A package that was begun is paid in full.
  | { readonly scheme: 'package'; readonly packageUnits: Decimal; readonly packageAmount: Decimal }
  // Each unit at the amount of the tier in which it lies.
  | { readonly scheme: 'graduated'; readonly tiers: readonly PriceTier[] }
  // All units at the amount of the tier in which the last one lies.
  | { readonly scheme: 'volume'; readonly tiers: readonly PriceTier[] }

export interface PriceTier {
  // The last unit, also a fraction of one, that belongs to it; null in the last tier.
  readonly upTo: Decimal | null
  readonly unitAmount: Decimal
  // Charged once, with the first unit at this tier.
  readonly flatAmount: Decimal
}

export interface MeteredPrice {
  readonly pricing: Pricing
  // Free in each period. Packages and tiers begin after them.
  readonly includedUnits: Decimal
  // Due for each period, even without usage.
  readonly minimumAmount: MinorUnits | null
  // Stronger than the minimum.
  readonly capAmount: MinorUnits | null
}

export interface MeteredUsage {
  readonly consumed: Decimal
  // Units paid for in advance; the included ones are used up before them.
  readonly credited: Decimal
}

export interface UsageCharge {
  // The sum of the parts, rounded half away from zero: the only rounding.
  readonly amount: MinorUnits
  readonly parts: readonly ChargePart[]
}

// The units of the parts add up to the consumed ones. A subtotal is quantity × unit amount + flat
// amount.
interface ChargePart {
  readonly kind: 'included' | 'credited' | 'units' | 'packages' | 'minimum' | 'cap'
  // The index of the tier.
  readonly tier: number | null
  readonly units: Decimal
  // What is multiplied: units, packages, or nothing.
  readonly quantity: Decimal
  readonly unitAmount: Decimal
  readonly flatAmount: Decimal
  readonly subtotal: Decimal
}

// What a period's usage costs. Usage that is billed in several parts costs the difference of what
// all of it costs and what was billed before, so that tiers, minimum and cap hold for the period.
export function priceUsage(price: MeteredPrice, { consumed, credited }: MeteredUsage): UsageCharge {
  const used = maxDecimal(consumed, zero)
  const included = minDecimal(used, price.includedUnits)
  const prepaid = maxDecimal(minDecimal(subtractDecimals(used, included), credited), zero)
  const billable = subtractDecimals(subtractDecimals(used, included), prepaid)
  const parts = [
    free('included', included),
    free('credited', prepaid),
    ...(isZero(billable) ? [] : partsOf(price.pricing, billable)),
  ].filter(({ units }) => !isZero(units))
  const limited = [...parts, ...limitParts(price, totalOf(parts))]
  return { amount: toMinorUnits(totalOf(limited)), parts: limited }
}

const zero = decimal(0)

const isZero = (value: Decimal): boolean => compareDecimals(value, zero) === 0

const totalOf = (parts: readonly ChargePart[]): Decimal =>
  parts.reduce((total, { subtotal }) => addDecimals(total, subtotal), zero)

const free = (kind: ChargePart['kind'], units: Decimal): ChargePart =>
  part({ kind, units, quantity: units, unitAmount: zero })

interface Multiplied extends Pick<ChargePart, 'kind' | 'units' | 'quantity' | 'unitAmount'> {
  readonly tier?: number
  readonly flatAmount?: Decimal
}

function part({ tier, flatAmount = zero, ...of }: Multiplied): ChargePart {
  const subtotal = addDecimals(multiplyDecimals(of.quantity, of.unitAmount), flatAmount)
  return { ...of, tier: tier ?? null, flatAmount, subtotal }
}

function partsOf(pricing: Pricing, units: Decimal): readonly ChargePart[] {
  switch (pricing.scheme) {
    case 'unit':
      return [part({ kind: 'units', units, quantity: units, unitAmount: pricing.unitAmount })]
    case 'package': {
      const quantity = ceilQuotient(units, pricing.packageUnits)
      return [part({ kind: 'packages', units, quantity, unitAmount: pricing.packageAmount })]
    }
    case 'graduated':
      return tierSpans(pricing.tiers).flatMap(({ from, to, ...tier }) => {
        const reached = to === null ? units : minDecimal(units, to)
        const within = subtractDecimals(reached, from)
        return compareDecimals(within, zero) > 0 ? [tierPart(tier, within)] : []
      })
    case 'volume': {
      const tier = tierSpans(pricing.tiers).find(
        ({ to }) => to === null || compareDecimals(units, to) <= 0,
      )
      assert(tier !== undefined, 'the last tier has no end')
      return [tierPart(tier, units)]
    }
  }
}

type TierOfPart = Pick<PriceTier, 'unitAmount' | 'flatAmount'> & { readonly index: number }

const tierPart = ({ index, unitAmount, flatAmount }: TierOfPart, units: Decimal): ChargePart =>
  part({ kind: 'units', tier: index, units, quantity: units, unitAmount, flatAmount })

interface TierSpan extends TierOfPart {
  readonly from: Decimal
  readonly to: Decimal | null
}

function tierSpans(tiers: readonly PriceTier[]): readonly TierSpan[] {
  return tiers.map(({ upTo: to, unitAmount, flatAmount }, index) => {
    const from = tiers[index - 1]?.upTo ?? zero
    const isLast = index === tiers.length - 1
    assert(isLast === (to === null), 'only the last tier has no end')
    assert(to === null || compareDecimals(from, to) < 0, 'each tier ends after the one before')
    return { index, from, to, unitAmount, flatAmount }
  })
}

function limitParts(
  { minimumAmount, capAmount }: MeteredPrice,
  total: Decimal,
): readonly ChargePart[] {
  const raised = minimumAmount === null ? total : maxDecimal(total, decimal(minimumAmount))
  const capped = capAmount === null ? raised : minDecimal(raised, decimal(capAmount))
  return [limitPart('minimum', total, raised), limitPart('cap', raised, capped)].filter(
    ({ subtotal }) => !isZero(subtotal),
  )
}

const limitPart = (kind: 'minimum' | 'cap', before: Decimal, after: Decimal): ChargePart =>
  part({
    kind,
    units: zero,
    quantity: zero,
    unitAmount: zero,
    flatAmount: subtractDecimals(after, before),
  })
