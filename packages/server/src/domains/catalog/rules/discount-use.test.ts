import type { Id } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { discountAmountOf, isApplicable, isDiscountable, isRedeemable } from './discount-use.ts'

const now = new Date('2030-05-05T12:00:00Z')
const before = new Date('2030-05-05T11:59:59.999Z')
const after = new Date('2030-05-05T12:00:00.001Z')
const free = { startsAt: null, endsAt: null, maxRedemptions: null, redemptionsCount: 0 }
const always = { ...free, deletedAt: null }

describe('whether a discount can be used now', () => {
  test.each([
    ['always', {}, true],
    ['from this moment on', { startsAt: now }, true],
    ['not yet', { startsAt: after }, false],
    ['up to after now', { endsAt: after }, true],
    ['up to now', { endsAt: now }, false],
    ['ended before', { endsAt: before }, false],
    ['the last slot', { maxRedemptions: 3, redemptionsCount: 2 }, true],
    ['no slot left', { maxRedemptions: 3, redemptionsCount: 3 }, false],
    ['deleted', { deletedAt: before }, false],
  ])('%s', (_name, change, expected) => {
    expect(isRedeemable({ ...always, ...change }, now)).toBe(expected)
  })
})

const product = (change: object = {}) => ({
  id: 'course' as Id<'product'>,
  isRecurring: false,
  prices: [{ amountType: 'fixed' }],
  ...change,
})

describe('whether a discount is for a product', () => {
  test.each([
    ['for all', {}, {}, true],
    ['for this one', { productIds: ['book', 'course'] }, {}, true],
    ['for another one', { productIds: ['book'] }, {}, false],
    ['of what is free', {}, { prices: [{ amountType: 'free' }] }, false],
    ['of what the buyer prices', {}, { prices: [{ amountType: 'custom' }] }, true],
    ['of what is metered', {}, { prices: [{ amountType: 'metered_unit' }] }, true],
    ['repeating, of what is bought once', { duration: 'repeating' }, {}, false],
    ['repeating, of what is billed again', { duration: 'repeating' }, { isRecurring: true }, true],
  ])('%s', (_name, discount, change, expected) => {
    const whole = { duration: 'once', productIds: [], ...discount }
    expect(isApplicable(whole, product(change))).toBe(expected)
  })

  test('a product without any cost has nothing to take off', () => {
    expect(isDiscountable({ prices: [{ amountType: 'free' }] })).toBe(false)
  })
})

const fixed = (amount: number) => ({
  type: 'fixed',
  amount: minorUnits(amount),
  basisPoints: null,
})
const percentage = (points: number) => ({ type: 'percentage', amount: null, basisPoints: points })

describe('what a discount takes off', () => {
  test.each([
    [fixed(500), 1000, 500],
    [fixed(1500), 1000, 1000],
    [fixed(0), 1000, 0],
    [percentage(1000), 1000, 100],
    [percentage(10_000), 1000, 1000],
    [percentage(1), 50, 0],
    [percentage(5000), 1, 1],
    [percentage(3333), 999, 333],
    [percentage(1250), 1002, 125],
    [percentage(2500), 50, 13],
  ])('%j of %i', (terms, base, expected) => {
    expect(discountAmountOf(terms, minorUnits(base))).toBe(expected)
  })

  test('is never less than nothing and never more than there is', () => {
    const terms = fc.oneof(
      fc.nat(99_999_999).map(fixed),
      fc.integer({ min: 1, max: 10_000 }).map(percentage),
    )
    fc.assert(
      fc.property(terms, fc.nat(99_999_999), (discount, base) => {
        const amount = discountAmountOf(discount, minorUnits(base))
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(base)
      }),
    )
  })
})
