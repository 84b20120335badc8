import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawsFrom } from './draws.ts'
import { demoCustomers } from './people.ts'

test('the customers are the same whenever they are made, and all different', () => {
  const customers = demoCustomers()
  expect(demoCustomers()).toEqual(customers)
  expect(new Set(customers.map(({ wish }) => wish.email)).size).toBe(60)
})

test('they come one after the other, more of them as time goes by', () => {
  const days = demoCustomers().map(({ daysAgo }) => daysAgo)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
  expect(days.every((daysAgo) => daysAgo > 0 && daysAgo <= 168)).toBe(true)
  expect(days.filter((daysAgo) => daysAgo < 84).length).toBeGreaterThan(30)
})

test('draws stay below their bound, and reach all that is below', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (seed, bound) => {
      const draws = drawsFrom(seed)
      const drawn = Array.from({ length: 50 * bound }, () => draws.below(bound))
      expect([...new Set(drawn)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: bound }, (_, at) => at),
      )
    }),
  )
})
