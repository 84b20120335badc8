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

describe('a discount', () => {
  test.each([
    ['without limits is redeemable', {}, true],
    ['is redeemable from its start', { startsAt: now }, true],
    ['is not redeemable before its start', { startsAt: after }, false],
    ['is redeemable before its end', { endsAt: after }, true],
    ['is not redeemable at its end', { endsAt: now }, false],
    ['is not redeemable after its end', { endsAt: before }, false],
    ['is redeemable below its limit', { maxRedemptions: 3, redemptionsCount: 2 }, true],
    ['is not redeemable at its limit', { maxRedemptions: 3, redemptionsCount: 3 }, false],
    ['is not redeemable once deleted', { deletedAt: before }, false],
  ])('%s', (_title, change, expected) => {
    expect(isRedeemable({ ...always, ...change }, now)).toBe(expected)
  })
})

const product = (change: object = {}) => ({
  id: 'course' as Id<'product'>,
  isRecurring: false,
  prices: [{ amountType: 'fixed' }],
  ...change,
})

describe('a discount applies', () => {
  test.each([
    ['to any product without a list of products', {}, {}, true],
    ['to a listed product', { productIds: ['book', 'course'] }, {}, true],
    ['not to a product that is not listed', { productIds: ['book'] }, {}, false],
    ['not to a free product', {}, { prices: [{ amountType: 'free' }] }, false],
    ['to a product with a custom price', {}, { prices: [{ amountType: 'custom' }] }, true],
    ['to a metered product', {}, { prices: [{ amountType: 'metered_unit' }] }, true],
    ['not to a one-time product when it repeats', { duration: 'repeating' }, {}, false],
    [
      'to a recurring product when it repeats',
      { duration: 'repeating' },
      { isRecurring: true },
      true,
    ],
  ])('%s', (_title, discount, change, expected) => {
    const complete = { duration: 'once', productIds: [], ...discount }
    expect(isApplicable(complete, product(change))).toBe(expected)
  })

  test('a free product is not discountable', () => {
    expect(isDiscountable({ prices: [{ amountType: 'free' }] })).toBe(false)
  })
})

const fixed = (amount: number) => ({
  type: 'fixed',
  amount: minorUnits(amount),
  basisPoints: null,
})
const percentage = (points: number) => ({ type: 'percentage', amount: null, basisPoints: points })

describe('the amount of a discount', () => {
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
  ])('of %j on %i is %i', (terms, base, expected) => {
    expect(discountAmountOf(terms, minorUnits(base))).toBe(expected)
  })

  test('is between zero and the base', () => {
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
