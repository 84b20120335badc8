import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  addMoney,
  allocate,
  type MinorUnits,
  minorUnits,
  negate,
  subtract,
  sum,
  times,
} from './money.ts'
import { basisPoints, ratio } from './ratio.ts'

const usd = currency.parse('usd')
const eur = currency.parse('eur')

const amounts = fc.maxSafeInteger().map(minorUnits)
const weightLists = fc
  .array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 12 })
  .filter((weights) => weights.some((weight) => weight > 0))

describe('minor units', () => {
  it('must be safe integers', () => {
    expect(minorUnits(1_250n)).toBe(1_250)
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 53n]) {
      expect(() => minorUnits(wrong)).toThrow('not a whole number of minor units')
    }
  })

  it('normalize negative zero', () => {
    expect(Object.is(minorUnits(-0), 0)).toBe(true)
    expect(Object.is(times(minorUnits(-1), ratio(1, 3)), 0)).toBe(true)
  })

  it('don’t mix with plain numbers', () => {
    // @ts-expect-error a plain number isn't an amount
    const wrong: MinorUnits = 5
    expect(wrong).toBe(5)
    // @ts-expect-error nor is it where an amount is asked for
    expect(add(minorUnits(1), 2)).toBe(3)
  })

  it('add, subtract and sum, and refuse results beyond the safe range', () => {
    expect(sum([minorUnits(1), minorUnits(2), minorUnits(-4)])).toBe(-1)
    expect(sum([])).toBe(0)
    expect(subtract(minorUnits(3), minorUnits(5))).toBe(-2)
    expect(Object.is(negate(minorUnits(0)), 0)).toBe(true)
    expect(negate(minorUnits(7))).toBe(-7)
    expect(() => add(minorUnits(Number.MAX_SAFE_INTEGER), minorUnits(1))).toThrow('not a whole')
  })

  it('of two currencies can’t be added', () => {
    const price = { amount: minorUnits(999), currency: usd }
    expect(addMoney(price, price)).toEqual({ amount: 1_998, currency: usd })
    expect(() => addMoney(price, { ...price, currency: eur })).toThrow("usd and eur can't be added")
  })
})

describe('times', () => {
  it.each([
    [999, basisPoints(1_250), 125],
    [1_000, ratio(1, 3), 333],
    [-1_000, ratio(2, 3), -667],
    [5, ratio(1, 2), 3],
    [-5, ratio(1, 2), -3],
    [Number.MAX_SAFE_INTEGER, ratio(1, 1), Number.MAX_SAFE_INTEGER],
  ])('%i × %o is %i', (amount, factor, expected) => {
    expect(times(minorUnits(amount), factor)).toBe(expected)
  })

  it('multiplying by a whole ratio returns the amount', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n }), (amount, whole) => {
        expect(times(amount, ratio(whole, whole))).toBe(amount)
      }),
    )
  })
})

describe('allocate', () => {
  it.each([
    [1_000, [1, 1, 1], [334, 333, 333]],
    [-1_000, [1, 1, 1], [-334, -333, -333]],
    [100, [1, 2], [33, 67]],
    [5, [3, 7], [2, 3]],
    [1, [0, 0, 1], [0, 0, 1]],
    [2, [0, 1, 0, 1], [0, 1, 0, 1]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
    [-190, [-1500, 500], [-285, 95]],
    [228, [4500, -1500, -1800], [855, -285, -342]],
    [-100, [-1, -1, -1], [-33, -33, -34]],
    [1, [-1, 2], [-1, 2]],
    [0, [500, -500], [0, 0]],
  ])('multiplying %i by %o returns %o', (amount, weights, expected) => {
    expect(allocate(minorUnits(amount), weights)).toEqual(expected)
  })

  it('parts add up to the whole and deviate by less than one unit from their exact share', () => {
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        const parts = allocate(amount, weights)
        const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
        expect(parts.reduce((all, part) => all + BigInt(part), 0n)).toBe(BigInt(amount))
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * total - BigInt(amount) * BigInt(weights[at] ?? 0)
          expect(off < total && off > -total).toBe(true)
        }
      }),
    )
  })

  it('leftover units go to the largest remainders', () => {
    fc.assert(
      fc.property(fc.nat().map(minorUnits), weightLists, (amount, weights) => {
        const total = weights.reduce((all, weight) => all + weight, 0)
        const rows = allocate(amount, weights).map((part, at) => {
          const exact = BigInt(amount) * BigInt(weights[at] ?? 0)
          return {
            raised: BigInt(part) > exact / BigInt(total),
            remainder: exact % BigInt(total),
          }
        })
        const raised = rows.filter((row) => row.raised).map((row) => row.remainder)
        const others = rows.filter((row) => !row.raised).map((row) => row.remainder)
        for (const up of raised) expect(others.every((down) => down <= up)).toBe(true)
      }),
    )
  })

  it('a discount no larger than the order never exceeds an item', () => {
    fc.assert(
      fc.property(weightLists, fc.nat({ max: 10_000 }), (items, points) => {
        const order = sum(items.map(minorUnits))
        const parts = allocate(times(order, basisPoints(points)), items)
        for (const [at, part] of parts.entries()) expect(part <= (items[at] ?? 0)).toBe(true)
      }),
    )
  })

  it('parts of mixed signs add up to the whole and deviate by less than one unit', () => {
    const signed = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const weightsOf = fc.array(signed, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(signed, weightsOf, (amount, weights) => {
        const total = weights.reduce((all, weight) => all + weight, 0)
        fc.pre(total !== 0)
        const parts = allocate(minorUnits(amount), weights)
        expect(sum(parts)).toBe(minorUnits(amount))
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(weights[at] ?? 0)
          expect(off < Math.abs(total) && off > -Math.abs(total)).toBe(true)
        }
      }),
    )
  })

  it('refuses weights that sum to zero or less', () => {
    expect(() => allocate(minorUnits(1), [0, 0])).toThrow('needs a weight')
    expect(() => allocate(minorUnits(1), [])).toThrow('needs a weight')
    expect(() => allocate(minorUnits(1), [-1, 1])).toThrow('needs a weight')
    expect(() => allocate(minorUnits(1), [0.5])).toThrow('whole numbers')
  })
})
