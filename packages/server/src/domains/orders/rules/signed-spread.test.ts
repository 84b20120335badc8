import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { allocate, minorUnits } from '../../../kernel/money.ts'
import { spreadSigned } from './signed-spread.ts'

const spread = (amount: number, parts: readonly number[]) =>
  spreadSigned(minorUnits(amount), parts.map(minorUnits)).map(Number)

it.each([
  [190, [1000], [190]],
  [-190, [-1500, 500], [-285, 95]],
  [228, [4500, -1500, -1800], [855, -285, -342]],
  [100, [1, 1, 1], [34, 33, 33]],
  [0, [500, -500], [0, 0]],
  [7, [], []],
])('%i over %j is %j', (amount, parts, expected) => {
  expect(spread(amount, parts)).toEqual(expected)
})

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 })

test('the shares add up, and none is a cent off', () => {
  fc.assert(
    fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 12 }), (amount, parts) => {
      const sum = parts.reduce((all, part) => all + part, 0)
      fc.pre(sum !== 0)
      const shares = spread(amount, parts)
      expect(shares.reduce((all, share) => all + share, 0)).toBe(amount)
      shares.forEach((share, at) => {
        expect(Math.abs(share - (amount * (parts[at] ?? 0)) / sum)).toBeLessThan(1 + 1e-6)
      })
    }),
  )
})

test('where nothing is below zero it is spread as everywhere else', () => {
  const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(1_000_000), weights, (amount, parts) => {
      fc.pre(parts.some((part) => part > 0))
      expect(spread(amount, parts)).toEqual(allocate(minorUnits(amount), parts).map(Number))
    }),
  )
})
