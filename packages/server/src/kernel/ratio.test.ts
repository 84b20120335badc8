import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, ratio, roundHalfAwayFromZero } from './ratio.ts'

describe('rounding half away from zero', () => {
  it.each([
    [1, 2, 1n],
    [-1, 2, -1n],
    [3, 2, 2n],
    [-3, 2, -2n],
    [5, 2, 3n],
    [-5, 2, -3n],
    [1, 3, 0n],
    [2, 3, 1n],
    [-1, 3, 0n],
    [-2, 3, -1n],
    [0, 7, 0n],
    [14, 7, 2n],
    [49, 100, 0n],
    [-50, 100, -1n],
  ])('%i/%i is %i', (numerator, denominator, expected) => {
    expect(roundHalfAwayFromZero(ratio(numerator, denominator))).toBe(expected)
  })

  it('is never off by more than a half, and is symmetric around zero', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const rounded = roundHalfAwayFromZero({ numerator, denominator })
        const off = 2n * (rounded * denominator - numerator)
        expect(off <= denominator && off >= -denominator).toBe(true)
        expect(roundHalfAwayFromZero({ numerator: -numerator, denominator })).toBe(-rounded)
      }),
    )
  })
})

it('a ratio needs integers and a positive denominator', () => {
  expect(basisPoints(1_250)).toEqual({ numerator: 1_250n, denominator: 10_000n })
  expect(() => ratio(0.5, 1)).toThrow('whole')
  expect(() => ratio(1, 0)).toThrow('positive')
  expect(() => ratio(1, -2n)).toThrow('positive')
})
