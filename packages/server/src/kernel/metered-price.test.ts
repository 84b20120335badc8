import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
  toMinorUnits,
} from './decimal.ts'
import { type MeteredPrice, type PriceTier, type Pricing, priceUsage } from './metered-price.ts'
import { minorUnits } from './money.ts'

const zero = decimal(0)

const priceOf = (
  pricing: Pricing,
  {
    included = 0,
    minimum,
    cap,
  }: { included?: number | string; minimum?: number; cap?: number } = {},
): MeteredPrice => ({
  pricing,
  includedUnits: decimal(included),
  minimumAmount: minimum === undefined ? null : minorUnits(minimum),
  capAmount: cap === undefined ? null : minorUnits(cap),
})

const unit = (unitAmount: string): Pricing => ({
  scheme: 'unit',
  unitAmount: decimal(unitAmount),
})

const packages = (packageUnits: string, packageAmount: string): Pricing => ({
  scheme: 'package',
  packageUnits: decimal(packageUnits),
  packageAmount: decimal(packageAmount),
})

const tier = (upTo: string | null, unitAmount: string, flatAmount = '0'): PriceTier => ({
  upTo: upTo === null ? null : decimal(upTo),
  unitAmount: decimal(unitAmount),
  flatAmount: decimal(flatAmount),
})

const tiers = [tier('10', '5', '100'), tier('20.5', '2', '50'), tier(null, '0.5', '7')]
const graduated: Pricing = { scheme: 'graduated', tiers }
const volume: Pricing = { scheme: 'volume', tiers }

const amountOf = (price: MeteredPrice, consumed: string, credited = '0') =>
  priceUsage(price, { consumed: decimal(consumed), credited: decimal(credited) }).amount

describe('a price per unit', () => {
  it.each([
    ['0', '2.5', 0],
    ['-3', '2.5', 0],
    ['2', '2.5', 5],
    ['1', '2.5', 3],
    ['1.5', '3', 5],
    ['1', '0.499999999999', 0],
    ['1', '0.5', 1],
    ['500000000000', '0.000000000001', 1],
    ['499999999999', '0.000000000001', 0],
    ['0.000000000001', '99999', 0],
  ])('of %s units at %s is %i', (units, unitAmount, expected) => {
    expect(amountOf(priceOf(unit(unitAmount)), units)).toBe(expected)
  })

  it('is rounded once, however many parts it has', () => {
    const thirds: Pricing = {
      scheme: 'graduated',
      tiers: [tier('1', '0.4'), tier('2', '0.4'), tier(null, '0.4')],
    }
    expect(amountOf(priceOf(thirds), '3')).toBe(1)
    expect(amountOf(priceOf(thirds), '2')).toBe(1)
    expect(amountOf(priceOf(thirds), '1')).toBe(0)
  })
})

describe('a price per package', () => {
  it.each([
    ['0', 0],
    ['0.000001', 250],
    ['999', 250],
    ['1000', 250],
    ['1000.5', 500],
    ['1001', 500],
    ['2000', 500],
    ['2000.000000000001', 750],
  ])('of %s units is %i', (units, expected) => {
    expect(amountOf(priceOf(packages('1000', '250')), units)).toBe(expected)
  })

  it('has packages of fractions of a unit', () => {
    expect(amountOf(priceOf(packages('0.25', '1.5')), '0.5')).toBe(3)
    expect(amountOf(priceOf(packages('0.25', '1.5')), '0.51')).toBe(5)
  })

  it('begins its packages after the included units', () => {
    const price = priceOf(packages('1000', '250'), { included: 500 })
    expect(['500', '500.1', '1500', '1501'].map((units) => amountOf(price, units))).toEqual([
      0, 250, 250, 500,
    ])
  })
})

describe('a price with tiers', () => {
  it.each([
    ['0', 0, 0],
    ['0.1', 101, 101],
    ['1', 105, 105],
    ['9.999', 150, 150],
    ['10', 150, 150],
    ['10.001', 200, 70],
    ['10.5', 201, 71],
    ['11', 202, 72],
    ['20.5', 221, 91],
    ['20.500000000001', 228, 17],
    ['21.5', 229, 18],
    ['100', 268, 57],
  ])('of %s units is %i graduated and %i by volume', (units, byTier, byVolume) => {
    expect(amountOf(priceOf(graduated), units)).toBe(byTier)
    expect(amountOf(priceOf(volume), units)).toBe(byVolume)
  })

  it('counts its tiers after included and credited units', () => {
    const price = priceOf(graduated, { included: '5.5' })
    expect(amountOf(price, '5.5')).toBe(0)
    expect(amountOf(price, '15.5')).toBe(150)
    expect(amountOf(price, '15.501')).toBe(200)
    expect(amountOf(price, '17.501', '2')).toBe(200)
  })

  it('has one tier like a price per unit', () => {
    for (const scheme of ['graduated', 'volume'] as const) {
      expect(amountOf(priceOf({ scheme, tiers: [tier(null, '2.5')] }), '1001')).toBe(2503)
    }
  })

  it.each<[string, PriceTier[]]>([
    ['none', []],
    ['no last one', [tier('10', '1')]],
    ['an end before the last', [tier(null, '1'), tier(null, '1')]],
    ['an order that descends', [tier('10', '1'), tier('5', '1'), tier(null, '1')]],
    ['an empty one', [tier('10', '1'), tier('10', '1'), tier(null, '1')]],
    ['one that ends at zero', [tier('0', '1'), tier(null, '1')]],
  ])('is a bug where the tiers have %s', (_title, faulty) => {
    expect(() => amountOf(priceOf({ scheme: 'volume', tiers: faulty }), '7')).toThrow(/tier/)
  })
})

describe('included and credited units, minimum and cap', () => {
  it.each<[string, Parameters<typeof priceOf>[1], string, string, number]>([
    ['included units are free', { included: 100 }, '100', '0', 0],
    ['a fraction beyond them is charged', { included: 100 }, '100.5', '0', 1],
    ['credit is used up before them', { included: 100 }, '130', '20', 10],
    ['credit that is left is worth nothing', { included: 100 }, '110', '20', 0],
    ['credit of fractions', {}, '1.5', '0.25', 1],
    ['credit below zero is none', {}, '5', '-5', 5],
    ['the minimum is due without usage', { minimum: 50 }, '0', '0', 50],
    ['the minimum is due if all is credited', { minimum: 50 }, '7', '7', 50],
    ['the minimum replaces less', { minimum: 50 }, '49.5', '0', 50],
    ['the minimum is reached exactly', { minimum: 50 }, '50', '0', 50],
    ['more than the minimum is charged', { minimum: 50 }, '50.5', '0', 51],
    ['the cap isn’t reached', { cap: 100 }, '99', '0', 99],
    ['the cap is reached by rounding', { cap: 100 }, '99.5', '0', 100],
    ['the cap is reached exactly', { cap: 100 }, '100', '0', 100],
    ['more than the cap is not charged', { cap: 100 }, '100.5', '0', 100],
    ['a cap of zero leaves nothing', { cap: 0 }, '5', '0', 0],
    ['the cap is stronger than the minimum', { minimum: 50, cap: 20 }, '0', '0', 20],
  ])('%s', (_title, limits, consumed, credited, expected) => {
    expect(amountOf(priceOf(unit('1'), limits), consumed, credited)).toBe(expected)
  })
})

const linesOf = (price: MeteredPrice, consumed: string, credited = '0') =>
  priceUsage(price, { consumed: decimal(consumed), credited: decimal(credited) }).parts.map(
    ({ kind, tier: index, units, quantity, unitAmount, flatAmount, subtotal }) =>
      [
        kind,
        index ?? '-',
        ...[units, quantity, unitAmount, flatAmount, subtotal].map(formatDecimal),
      ].join(' '),
  )

describe('the parts of a charge', () => {
  it('name what is included, credited and in each tier', () => {
    expect(linesOf(priceOf(graduated, { included: 3 }), '20.5', '5')).toEqual([
      'credited - 5 5 0 0 0',
      'included - 3 3 0 0 0',
      'units 0 10 10 5 100 150',
      'units 1 2.5 2.5 2 50 55',
    ])
    expect(linesOf(priceOf(volume), '12')).toEqual(['units 1 12 12 2 50 74'])
  })

  it('name packages, and what the limits change', () => {
    expect(linesOf(priceOf(packages('10', '2.5'), { minimum: 10 }), '11')).toEqual([
      'packages - 11 2 2.5 0 5',
      'minimum - 0 0 0 5 5',
    ])
    expect(linesOf(priceOf(unit('0.3'), { cap: 1 }), '7')).toEqual([
      'units - 7 7 0.3 0 2.1',
      'cap - 0 0 0 -1.1 -1.1',
    ])
  })

  it('are none where nothing was used', () => {
    expect(linesOf(priceOf(graduated, { included: 3 }), '0', '5')).toEqual([])
    expect(linesOf(priceOf(graduated, { included: 3 }), '-2', '5')).toEqual([])
  })
})

const decimals = (max: number, scale: number) =>
  fc.nat({ max: max * 10 ** scale }).map((digits) => decimal(`${digits}e-${scale}`))

const unitAmounts = fc.oneof(decimals(20, 2), decimals(1, 6), decimals(0.0001, 12))
const flatAmounts = fc.oneof(fc.constant(zero), decimals(100, 1))

const tierLists = (flats: fc.Arbitrary<Decimal>): fc.Arbitrary<PriceTier[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 80 }), unitAmounts, flats), {
      minLength: 1,
      maxLength: 5,
    })
    .map((steps) => {
      let end = 0
      return steps.map(([quarters, unitAmount, flatAmount], at) => {
        end += quarters
        const upTo = at === steps.length - 1 ? null : decimal(end / 4)
        return { upTo, unitAmount, flatAmount }
      })
    })

const schemes = (flats: fc.Arbitrary<Decimal>) => ({
  unit: unitAmounts.map((unitAmount): Pricing => ({ scheme: 'unit', unitAmount })),
  package: fc.tuple(decimals(20, 2), unitAmounts).map(
    ([size, packageAmount]): Pricing => ({
      scheme: 'package',
      packageUnits: addDecimals(size, decimal('0.01')),
      packageAmount,
    }),
  ),
  graduated: tierLists(flats).map((list): Pricing => ({ scheme: 'graduated', tiers: list })),
  volume: tierLists(flats).map((list): Pricing => ({ scheme: 'volume', tiers: list })),
})

const all = schemes(flatAmounts)

const limited = (pricing: fc.Arbitrary<Pricing>): fc.Arbitrary<MeteredPrice> =>
  fc.record({
    pricing,
    includedUnits: fc.oneof(fc.constant(zero), decimals(20, 2)),
    minimumAmount: fc.option(fc.nat({ max: 300 }).map(minorUnits)),
    capAmount: fc.option(fc.nat({ max: 1500 }).map(minorUnits)),
  })

const quantities = fc.oneof(
  fc.nat({ max: 400 }).map((quarters) => decimal(quarters / 4)),
  decimals(100, 6),
)

const sumOf = (values: readonly Decimal[]) => values.reduce(addDecimals, zero)

const exactOf = (price: MeteredPrice, consumed: Decimal) =>
  sumOf(priceUsage(price, { consumed, credited: zero }).parts.map(({ subtotal }) => subtotal))

test('parts add up to the units and, before the one rounding, to the amount', () => {
  const prices = limited(fc.oneof(...Object.values(all)))
  fc.assert(
    fc.property(prices, quantities, quantities, (price, consumed, credited) => {
      const { amount, parts } = priceUsage(price, { consumed, credited })
      expect(sumOf(parts.map(({ units }) => units))).toEqual(consumed)
      expect(toMinorUnits(sumOf(parts.map(({ subtotal }) => subtotal)))).toBe(amount)
      for (const { quantity, unitAmount, flatAmount, subtotal } of parts) {
        expect(addDecimals(multiplyDecimals(quantity, unitAmount), flatAmount)).toEqual(subtotal)
      }
      const { minimumAmount, capAmount } = price
      expect(amount).toBeLessThanOrEqual(capAmount ?? Number.MAX_SAFE_INTEGER)
      expect(amount).toBeGreaterThanOrEqual(Math.min(minimumAmount ?? 0, capAmount ?? amount))
    }),
    { numRuns: 1000 },
  )
})

test('more usage never costs less, and more credit never more, except by volume', () => {
  const prices = limited(fc.oneof(all.unit, all.package, all.graduated))
  fc.assert(
    fc.property(prices, quantities, quantities, quantities, (price, consumed, more, credited) => {
      const { amount } = priceUsage(price, { consumed, credited })
      const grown = priceUsage(price, { consumed: addDecimals(consumed, more), credited })
      const relieved = priceUsage(price, { consumed, credited: addDecimals(credited, more) })
      expect(grown.amount).toBeGreaterThanOrEqual(amount)
      expect(relieved.amount).toBeLessThanOrEqual(amount)
    }),
    { numRuns: 1000 },
  )
})

test('graduated tiers without flat amounts have no jumps', () => {
  const { graduated: smooth } = schemes(fc.constant(zero))
  fc.assert(
    fc.property(smooth, quantities, decimals(1, 6), (pricing, units, step) => {
      const price = priceOf(pricing)
      const before = exactOf(price, units)
      const grown = subtractDecimals(exactOf(price, addDecimals(units, step)), before)
      const steepest = multiplyDecimals(step, decimal(20))
      expect(compareDecimals(grown, steepest)).toBeLessThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})

test('graduated tiers cost what their quarters of units cost one by one', () => {
  const wholeQuarters = fc.nat({ max: 300 })
  fc.assert(
    fc.property(tierLists(flatAmounts), wholeQuarters, (list, count) => {
      const ofQuarter = (quarter: number) =>
        list.find(({ upTo }) => upTo === null || Number(formatDecimal(upTo)) * 4 > quarter)
      const used = Array.from({ length: count }, (_, quarter) => ofQuarter(quarter))
      const expected = sumOf([
        ...used.map((one) => multiplyDecimals(one?.unitAmount ?? zero, decimal('0.25'))),
        ...[...new Set(used)].map((one) => one?.flatAmount ?? zero),
      ])
      const price = priceOf({ scheme: 'graduated', tiers: list })
      expect(exactOf(price, decimal(count / 4))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('volume is graduated with its last tier alone', () => {
  fc.assert(
    fc.property(tierLists(flatAmounts), quantities, (list, units) => {
      const reached = list.find(({ upTo }) => upTo === null || compareDecimals(units, upTo) <= 0)
      const alone = reached === undefined ? [] : [{ ...reached, upTo: null }]
      expect(exactOf(priceOf({ scheme: 'volume', tiers: list }), units)).toEqual(
        exactOf(priceOf({ scheme: 'graduated', tiers: alone }), units),
      )
    }),
  )
})
