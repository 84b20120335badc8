import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  decimal,
  formatDecimal,
  subtractDecimals,
} from './decimal.ts'
import {
  firstUnitAmount,
  highestAmount,
  type MeteredPrice,
  type PeriodPrice,
  type PriceTier,
  type Pricing,
  priceUsage,
  shareOfPrice,
} from './metered-price.ts'
import { minorUnits } from './money.ts'
import { ratio } from './ratio.ts'

const zero = decimal(0)

const tier = (upTo: string | null, unitAmount: string, flatAmount = '0'): PriceTier => ({
  upTo: upTo === null ? null : decimal(upTo),
  unitAmount: decimal(unitAmount),
  flatAmount: decimal(flatAmount),
})

const priceOf = (pricing: Pricing, limits: Partial<MeteredPrice> = {}): MeteredPrice => ({
  pricing,
  includedUnits: zero,
  minimumAmount: null,
  capAmount: null,
  ...limits,
})

const falling = [tier('10', '5', '100'), tier('20', '2', '50'), tier(null, '1')]
const rising = [tier('10', '0'), tier('20', '2', '7'), tier(null, '9')]

const used = (units: string) => ({ consumed: decimal(units), credited: zero })

const after = (price: MeteredPrice, before: string): PeriodPrice => ({
  ...price,
  chargedBefore: decimal(before),
})

describe('units after others of the same period', () => {
  const packages: Pricing = {
    scheme: 'package',
    packageUnits: decimal('100'),
    packageAmount: decimal('30'),
  }
  it.each<[string, Pricing, string, string, number]>([
    ['fill the package that is begun', packages, '40', '60', 0],
    ['begin the next package', packages, '40', '60.000000000001', 30],
    ['begin one behind a full package', packages, '100', '0.5', 30],
    ['begin several', packages, '1', '250', 60],
    [
      'go on in a tier without its flat amount',
      { scheme: 'graduated', tiers: falling },
      '4',
      '6',
      30,
    ],
    ['reach the next tier', { scheme: 'graduated', tiers: falling }, '4', '6.5', 30 + 51],
    ['begin a tier exactly at its border', { scheme: 'graduated', tiers: falling }, '10', '1', 52],
    ['lie in the last tier alone', { scheme: 'graduated', tiers: falling }, '25', '3', 3],
    ['have no first tier again', { scheme: 'graduated', tiers: rising }, '10', '5', 17],
    ['reprice those before by volume', { scheme: 'volume', tiers: rising }, '10', '5', 37],
    ['return nothing of those before', { scheme: 'volume', tiers: falling }, '10', '1', 0],
    ['are added by volume', { scheme: 'volume', tiers: falling }, '11', '2', 4],
  ])('%s', (_title, pricing, before, units, expected) => {
    expect(priceUsage(after(priceOf(pricing), before), used(units)).amount).toBe(expected)
  })

  it('say what repricing changes', () => {
    const price = after(priceOf({ scheme: 'volume', tiers: rising }), '10')
    const { parts } = priceUsage(price, used('5'))
    expect(
      parts.map(({ kind, tier: at, subtotal }) => [kind, at, formatDecimal(subtotal)]),
    ).toEqual([
      ['units', 1, '10'],
      ['repriced', null, '27'],
    ])
  })
})

const quarters = fc.nat({ max: 200 }).map((count) => decimal(count / 4))

const tierLists = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 30 }), fc.nat({ max: 40 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) => {
    let end = 0
    return steps.map(([size, unitAmount, flatAmount], at): PriceTier => {
      end += size
      const isLast = at === steps.length - 1
      return tier(isLast ? null : String(end / 4), String(unitAmount), String(flatAmount))
    })
  })

const pricings = {
  unit: fc
    .nat({ max: 90 })
    .map((cents): Pricing => ({ scheme: 'unit', unitAmount: decimal(cents / 8) })),
  package: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 50 })).map(
    ([size, amount]): Pricing => ({
      scheme: 'package',
      packageUnits: decimal(size / 4),
      packageAmount: decimal(amount),
    }),
  ),
  graduated: tierLists.map((tiers): Pricing => ({ scheme: 'graduated', tiers })),
  volume: tierLists.map((tiers): Pricing => ({ scheme: 'volume', tiers })),
}

const exactly = (price: PeriodPrice, units: typeof zero) =>
  priceUsage(price, { consumed: units, credited: zero }).parts.reduce(
    (sum, { subtotal }) => addDecimals(sum, subtotal),
    zero,
  )

test('a period that is cut anywhere costs what it costs whole', () => {
  const { unit, package: packages, graduated } = pricings
  fc.assert(
    fc.property(fc.oneof(unit, packages, graduated), fc.array(quarters), (pricing, parts) => {
      const price = priceOf(pricing)
      let [chargedBefore, cost] = [zero, zero]
      for (const units of parts) {
        cost = addDecimals(cost, exactly({ ...price, chargedBefore }, units))
        chargedBefore = addDecimals(chargedBefore, units)
      }
      expect(cost).toEqual(exactly(price, chargedBefore))
    }),
    { numRuns: 500 },
  )
})

test('by volume, it costs no less, and no part returns anything', () => {
  fc.assert(
    fc.property(pricings.volume, quarters, quarters, (pricing, before, units) => {
      const price = priceOf(pricing)
      const later = exactly({ ...price, chargedBefore: before }, units)
      expect(compareDecimals(later, zero)).toBeGreaterThanOrEqual(0)
      const whole = exactly(price, addDecimals(before, units))
      expect(
        compareDecimals(addDecimals(exactly(price, before), later), whole),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

test('the highest amount is that of no more usage than there may be', () => {
  fc.assert(
    fc.property(
      fc.oneof(...Object.values(pricings)),
      fc.record({ from: quarters, more: quarters, between: fc.nat({ max: 16 }), before: quarters }),
      (pricing, { from, more, between, before }) => {
        const price = after(priceOf(pricing, { includedUnits: decimal(3) }), formatDecimal(before))
        const to = addDecimals(from, more)
        const highest = highestAmount(
          price,
          { consumed: from, credited: zero },
          { consumed: to, credited: zero },
        )
        const share = decimal(Number(formatDecimal(more)) * (between / 16))
        const within = addDecimals(from, share)
        const { amount } = priceUsage(price, { consumed: within, credited: zero })
        expect(highest).toBeGreaterThanOrEqual(amount)
      },
    ),
    { numRuns: 1000 },
  )
})

test('the highest amount by volume is that at the border before a cheaper tier', () => {
  const price = priceOf({ scheme: 'volume', tiers: falling })
  expect(highestAmount(price, used('5'), used('12'))).toBe(150)
  expect(highestAmount(price, used('11'), used('12'))).toBe(74)
  expect(highestAmount(after(price, '3'), used('2'), used('40'))).toBe(
    priceUsage(after(price, '3'), used('7')).amount,
  )
})

describe('a share of a price', () => {
  const price = priceOf(
    { scheme: 'unit', unitAmount: decimal(1) },
    { includedUnits: decimal(100), minimumAmount: minorUnits(50), capAmount: minorUnits(90) },
  )

  it('has its share of included units and minimum, and the whole cap', () => {
    const third = shareOfPrice(price, ratio(1, 3))
    expect({ ...third, includedUnits: formatDecimal(third.includedUnits) }).toMatchObject({
      includedUnits: '33.333333333333',
      minimumAmount: 17,
      capAmount: 90,
    })
    expect(shareOfPrice(price, ratio(1, 1))).toEqual(price)
  })

  it('has shares that add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat({ max: 1e9 }), (length, at) => {
        const part = Math.min(at, length)
        const [one, other] = [part, length - part].map((some) =>
          shareOfPrice(price, ratio(some, length)),
        )
        const sum = addDecimals(one?.includedUnits ?? zero, other?.includedUnits ?? zero)
        const distance = subtractDecimals(sum, decimal(100))
        expect(Math.abs(Number(formatDecimal(distance)))).toBeLessThan(1e-11)
      }),
    )
  })
})

it.each<[string, Pricing]>([
  ['0.5', { scheme: 'unit', unitAmount: decimal('0.5') }],
  ['33.333333333333', { scheme: 'package', packageUnits: decimal(3), packageAmount: decimal(100) }],
  ['0', { scheme: 'graduated', tiers: rising }],
  ['5', { scheme: 'volume', tiers: falling }],
])('the first unit costs %s', (expected, pricing) => {
  expect(formatDecimal(firstUnitAmount(pricing))).toBe(expected)
})
