import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoCustomers } from './demo-customers.ts'
import { drawsFrom } from './random-draws.ts'

test('the customers are distinct, and the same in every run', () => {
  const customers = demoCustomers()
  expect(demoCustomers()).toEqual(customers)
  expect(new Set(customers.map(({ input }) => input.email)).size).toBe(120)
})

test('customers arrive in order, and more of them over time', () => {
  const days = demoCustomers().map(({ daysAgo }) => daysAgo)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
  expect(days.every((daysAgo) => daysAgo > 0 && daysAgo <= 716)).toBe(true)
  expect(days.filter((daysAgo) => daysAgo < 358).length).toBeGreaterThan(60)
})

test('draws reach every number below their bound, and no other', () => {
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
