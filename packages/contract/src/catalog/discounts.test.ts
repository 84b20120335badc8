import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type UnknownField, wireCodec } from '../wire.ts'
import { Discount } from './discount-shapes.ts'
import { createDiscount } from './discounts.ts'

const read = (given: object) =>
  z.safeParse(createDiscount.body, {
    name: 'Spring',
    type: 'fixed',
    amount: 500,
    duration: 'once',
    ...given,
  })

const percent = (basisPoints: unknown) => ({ type: 'percentage', basisPoints })
const productId = '00000000-0000-7000-8000-000000000000'

describe('a discount is read', () => {
  it.each<[string, object, object]>([
    ['in dollars', {}, { amount: 500, currency: 'usd' }],
    ['of nothing', { amount: 0 }, { amount: 0 }],
    ['of all', percent(10_000), { basisPoints: 10_000 }],
    ['of hardly anything', percent(1), { basisPoints: 1 }],
    ['forever', { duration: 'forever' }, { duration: 'forever' }],
    ['without months', { durationInMonths: null }, { duration: 'once' }],
    [
      'for a year',
      { duration: 'repeating', durationInMonths: 12 },
      { duration: 'repeating', durationInMonths: 12 },
    ],
    ['with a code', { code: ' Abc ' }, { code: 'Abc' }],
    ['with a long code', { code: '9'.repeat(256) }, { code: '9'.repeat(256) }],
    ['without a code', { code: null }, { code: null }],
    ['for some products', { products: [productId] }, { products: [productId] }],
  ])('%s', (_what, given, expected) => {
    expect(read(given).data).toMatchObject(expected)
  })

  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'a'.repeat(257) }, 'name'],
    ['another type', { type: 'free' }, 'type'],
    ['another duration', { duration: 'twice' }, 'duration'],
    ['no amount', { amount: undefined }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['half a cent', { amount: 0.5 }, 'amount'],
    ['more than anything costs', { amount: 100_000_000 }, 'amount'],
    ['another currency', { currency: 'eur' }, 'currency'],
    ['nothing of a hundred', percent(0), 'basisPoints'],
    ['more than all', percent(10_001), 'basisPoints'],
    ['half a basis point', percent(0.5), 'basisPoints'],
    ['no percentage', percent(undefined), 'basisPoints'],
    ['no months', { duration: 'repeating' }, 'durationInMonths'],
    ['months of nothing', { duration: 'repeating', durationInMonths: 0 }, 'durationInMonths'],
    ['too many months', { duration: 'repeating', durationInMonths: 1000 }, 'durationInMonths'],
    ['months of what doesn’t repeat', { durationInMonths: 3 }, 'durationInMonths'],
    ['a short code', { code: 'ab' }, 'code'],
    ['an empty code', { code: '' }, 'code'],
    ['a long code', { code: '9'.repeat(257) }, 'code'],
    ['a code with a hyphen', { code: 'AB-12' }, 'code'],
    ['a code with an accent', { code: 'ÄBC' }, 'code'],
    ['no redemptions', { maxRedemptions: 0 }, 'maxRedemptions'],
    ['too many redemptions', { maxRedemptions: 2_147_483_648 }, 'maxRedemptions'],
    ['too many products', { products: Array(501).fill(productId) }, 'products'],
    ['a day without a zone', { startsAt: '2030-01-01T00:00:00' }, 'startsAt'],
  ])('but not with %s', (_what, given, field) => {
    expect(read(given).error?.issues.map(({ path: [first] }) => first)).toEqual([field])
  })
})

describe('on the wire', () => {
  it('what isn’t of the type is unknown', () => {
    const unknown: UnknownField[] = []
    const sent = { type: 'percentage', basis_points: 1, amount: 5, duration: 'once', name: 'A' }
    wireCodec(createDiscount.body, 'billing').decode(sent, unknown)
    expect(unknown.map(({ path }) => path)).toEqual([['amount']])
  })

  it('a discount says what its kind has, and no more', () => {
    const { encode } = wireCodec(Discount, 'billing')
    expect(
      encode({
        type: 'fixed',
        amount: 5,
        currency: 'usd',
        duration: 'repeating',
        durationInMonths: 3,
      }),
    ).toEqual({
      type: 'fixed',
      amount: 5,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 3,
    })
  })
})
