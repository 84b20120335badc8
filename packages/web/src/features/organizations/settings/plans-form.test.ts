import { expect, test } from 'vitest'
import { mistakesIn } from '#/lib/form-schema.ts'
import { canBeListed, plansFormOf, plansIn, plansSchema } from './plans-form.ts'

test('no list means all public plans', () => {
  expect(plansFormOf({ plans: null })).toEqual({ from: 'public', listed: [] })
  expect(plansIn({ from: 'public', listed: ['pro'] })).toBeNull()
  expect(plansIn({ from: 'list', listed: ['pro'] })).toEqual(['pro'])
})

test('a list names a plan', () => {
  expect(mistakesIn(plansSchema, { from: 'list', listed: [] })).toMatchObject([
    { path: ['listed'] },
  ])
  expect(mistakesIn(plansSchema, { from: 'list', listed: ['pro'] })).toEqual([])
  expect(mistakesIn(plansSchema, { from: 'public', listed: [] })).toEqual([])
})

const plan = {
  isRecurring: true,
  visibility: 'unlisted',
  prices: [{ amountType: 'fixed' }],
} as const

test.each([
  ['a recurring product', {}, true],
  ['a one-time product', { isRecurring: false }, false],
  ['a private product', { visibility: 'private' }, false],
  ['a product whose buyers choose the price', { prices: [{ amountType: 'custom' }] }, false],
] as const)('%s: %j', (_, change, expected) => {
  expect(canBeListed({ ...plan, ...change })).toBe(expected)
})
