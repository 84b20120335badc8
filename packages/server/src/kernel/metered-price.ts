import { assert } from './assert.ts'
import {
  addDecimals,
  ceilQuotient,
  compareDecimals,
  type Decimal,
  decimal,
  divideDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  subtractDecimals,
  toMinorUnits,
} from './decimal.ts'
import { type MinorUnits, minorUnits, times } from './money.ts'
import type { Ratio } from './ratio.ts'

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

// The price of a period, or of a part of one.
export interface PeriodPrice extends MeteredPrice {
  // Units that the parts of the period before it charged: packages and tiers go on after them.
  readonly chargedBefore?: Decimal
}

export interface MeteredUsage {
  readonly consumed: Decimal
  // Units paid for in advance, which are used up before the included ones.
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
  readonly kind: 'credited' | 'included' | 'units' | 'packages' | 'repriced' | 'minimum' | 'cap'
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
export function priceUsage(price: PeriodPrice, usage: MeteredUsage): UsageCharge {
  const { credited, included, charged } = splitUnits(price, usage)
  const parts = [free('credited', credited), free('included', included)].filter(
    ({ units }) => !isZero(units),
  )
  return chargeOf(price, [...parts, ...chargedParts(price, charged)])
}

// How many units are charged: neither credited nor included.
export const chargedUnits = (price: MeteredPrice, usage: MeteredUsage): Decimal =>
  splitUnits(price, usage).charged

// The most that usage costs while it grows from one amount to another. By volume that may be in
// between, because units of a later tier make those before them cheaper.
export function highestAmount(
  price: PeriodPrice,
  from: MeteredUsage,
  to: MeteredUsage,
): MinorUnits {
  const [first, last] = [chargedUnits(price, from), chargedUnits(price, to)]
  const { pricing, chargedBefore = zero } = price
  const ends =
    pricing.scheme === 'volume' ? pricing.tiers.flatMap(({ upTo }) => (upTo ? [upTo] : [])) : []
  const borders = ends
    .map((end) => subtractDecimals(end, chargedBefore))
    .filter((end) => compareDecimals(end, first) > 0 && compareDecimals(end, last) < 0)
  const amounts = [first, ...borders, last].map(
    (units) => chargeOf(price, chargedParts(price, units)).amount,
  )
  return minorUnits(Math.max(...amounts))
}

// A price in a part of a period, of which included units and minimum are only a share.
export const shareOfPrice = (price: PeriodPrice, share: Ratio): PeriodPrice => ({
  ...price,
  includedUnits: shareOfUnits(price.includedUnits, share),
  minimumAmount: price.minimumAmount === null ? null : times(price.minimumAmount, share),
})

const shareDecimals = 12

const shareOfUnits = (units: Decimal, { numerator, denominator }: Ratio): Decimal =>
  numerator === denominator
    ? units
    : divideDecimals(
        multiplyDecimals(units, decimal(numerator)),
        decimal(denominator),
        shareDecimals,
      )

// What one unit costs at first, for those who know no other price: that of the first tier, or a
// package by its units.
export function firstUnitAmount(pricing: Pricing): Decimal {
  switch (pricing.scheme) {
    case 'unit':
      return pricing.unitAmount
    case 'package':
      return divideDecimals(pricing.packageAmount, pricing.packageUnits, shareDecimals)
    case 'graduated':
    case 'volume': {
      const [first] = pricing.tiers
      assert(first !== undefined, 'there is a tier')
      return first.unitAmount
    }
  }
}

const zero = decimal(0)

const isZero = (value: Decimal): boolean => compareDecimals(value, zero) === 0

const totalOf = (parts: readonly ChargePart[]): Decimal =>
  parts.reduce((total, { subtotal }) => addDecimals(total, subtotal), zero)

function splitUnits(price: MeteredPrice, { consumed, credited }: MeteredUsage) {
  const used = maxDecimal(consumed, zero)
  const prepaid = maxDecimal(minDecimal(used, credited), zero)
  const rest = subtractDecimals(used, prepaid)
  const included = minDecimal(rest, price.includedUnits)
  return { credited: prepaid, included, charged: subtractDecimals(rest, included) }
}

const chargedParts = (
  { pricing, chargedBefore = zero }: PeriodPrice,
  units: Decimal,
): readonly ChargePart[] => (isZero(units) ? [] : partsOf(pricing, units, chargedBefore))

function chargeOf(price: MeteredPrice, parts: readonly ChargePart[]): UsageCharge {
  const limited = [...parts, ...limitParts(price, totalOf(parts))]
  return { amount: toMinorUnits(totalOf(limited)), parts: limited }
}

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

function partsOf(pricing: Pricing, units: Decimal, before: Decimal): readonly ChargePart[] {
  switch (pricing.scheme) {
    case 'unit':
      return [part({ kind: 'units', units, quantity: units, unitAmount: pricing.unitAmount })]
    case 'package': {
      const { packageUnits: size, packageAmount: unitAmount } = pricing
      const begun = ceilQuotient(before, size)
      const quantity = subtractDecimals(ceilQuotient(addDecimals(before, units), size), begun)
      return [part({ kind: 'packages', units, quantity, unitAmount })]
    }
    case 'graduated':
      return graduatedParts(pricing.tiers, units, before)
    case 'volume':
      return volumeParts(pricing.tiers, units, before)
  }
}

function graduatedParts(
  tiers: readonly PriceTier[],
  units: Decimal,
  before: Decimal,
): readonly ChargePart[] {
  const total = addDecimals(before, units)
  return tierSpans(tiers).flatMap(({ from, to, ...tier }) => {
    const reached = to === null ? total : minDecimal(total, to)
    const within = subtractDecimals(reached, maxDecimal(from, before))
    const isBegun = compareDecimals(before, from) > 0
    return compareDecimals(within, zero) > 0 ? [tierPart(tier, within, isBegun)] : []
  })
}

// Reaching a tier changes what the units before cost, but returns nothing that was charged for them.
function volumeParts(
  tiers: readonly PriceTier[],
  units: Decimal,
  before: Decimal,
): readonly ChargePart[] {
  const total = addDecimals(before, units)
  const tier = tierOf(tiers, total)
  if (isZero(before)) return [tierPart(tier, units, false)]
  const charged = tierPart(tierOf(tiers, before), before, false).subtotal
  const due = maxDecimal(subtractDecimals(tierPart(tier, total, false).subtotal, charged), zero)
  const added = tierPart(tier, units, true)
  const repriced = subtractDecimals(due, added.subtotal)
  return isZero(repriced) ? [added] : [added, amountPart('repriced', repriced)]
}

function tierOf(tiers: readonly PriceTier[], units: Decimal): TierOfPart {
  const tier = tierSpans(tiers).find(({ to }) => to === null || compareDecimals(units, to) <= 0)
  assert(tier !== undefined, 'the last tier has no end')
  return tier
}

type TierOfPart = Pick<PriceTier, 'unitAmount' | 'flatAmount'> & { readonly index: number }

const tierPart = (
  { index, unitAmount, flatAmount }: TierOfPart,
  units: Decimal,
  isBegun: boolean,
): ChargePart =>
  part({
    kind: 'units',
    tier: index,
    units,
    quantity: units,
    unitAmount,
    flatAmount: isBegun ? zero : flatAmount,
  })

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
  amountPart(kind, subtractDecimals(after, before))

const amountPart = (kind: ChargePart['kind'], flatAmount: Decimal): ChargePart =>
  part({ kind, units: zero, quantity: zero, unitAmount: zero, flatAmount })
