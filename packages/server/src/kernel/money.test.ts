import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  addMoney,
  allocate,
  type MinorUnits,
  minorUnits,
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
  it('are whole and safe', () => {
    expect(minorUnits(1_250n)).toBe(1_250)
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 53n]) {
      expect(() => minorUnits(wrong)).toThrow('not a whole number of minor units')
    }
  })

  it('know one zero only', () => {
    expect(Object.is(minorUnits(-0), 0)).toBe(true)
    expect(Object.is(times(minorUnits(-1), ratio(1, 3)), 0)).toBe(true)
  })

  it('do not mix with plain numbers', () => {
    // @ts-expect-error a plain number isn't an amount
    const wrong: MinorUnits = 5
    expect(wrong).toBe(5)
    // @ts-expect-error nor is it where an amount is asked for
    expect(add(minorUnits(1), 2)).toBe(3)
  })

  it('add, subtract and sum, and refuse to leave what is safe', () => {
    expect(sum([minorUnits(1), minorUnits(2), minorUnits(-4)])).toBe(-1)
    expect(sum([])).toBe(0)
    expect(subtract(minorUnits(3), minorUnits(5))).toBe(-2)
    expect(() => add(minorUnits(Number.MAX_SAFE_INTEGER), minorUnits(1))).toThrow('not a whole')
  })

  it('of two currencies are never added', () => {
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

  it('a whole of anything is the amount', () => {
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
  ])('%i by %o is %o', (amount, weights, expected) => {
    expect(allocate(minorUnits(amount), weights)).toEqual(expected)
  })

  it('parts add up to the whole, and none is a unit away from its exact share', () => {
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

  it('the units left over go to the largest remainders', () => {
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

  it('a discount that fits the order fits each of its items', () => {
    fc.assert(
      fc.property(weightLists, fc.nat({ max: 10_000 }), (items, points) => {
        const order = sum(items.map(minorUnits))
        const parts = allocate(times(order, basisPoints(points)), items)
        for (const [at, part] of parts.entries()) expect(part <= (items[at] ?? 0)).toBe(true)
      }),
    )
  })

  it('asks for weights that can carry the amount', () => {
    expect(() => allocate(minorUnits(1), [0, 0])).toThrow('needs a weight')
    expect(() => allocate(minorUnits(1), [])).toThrow('needs a weight')
    expect(() => allocate(minorUnits(1), [-1, 2])).toThrow('not below zero')
    expect(() => allocate(minorUnits(1), [0.5])).toThrow('whole numbers')
  })
})
