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

describe('a discount is accepted', () => {
  it.each<[string, object, object]>([
    ['in dollars', {}, { amount: 500, currency: 'usd' }],
    ['of zero', { amount: 0 }, { amount: 0 }],
    ['of a hundred percent', percent(10_000), { basisPoints: 10_000 }],
    ['of one basis point', percent(1), { basisPoints: 1 }],
    ['forever', { duration: 'forever' }, { duration: 'forever' }],
    ['without months', { durationInMonths: null }, { duration: 'once' }],
    [
      'for a year',
      { duration: 'repeating', durationInMonths: 12 },
      { duration: 'repeating', durationInMonths: 12 },
    ],
    ['with a code', { code: ' Abc ' }, { code: 'Abc' }],
    ['with the longest code', { code: '9'.repeat(256) }, { code: '9'.repeat(256) }],
    ['without a code', { code: null }, { code: null }],
    ['for some products', { products: [productId] }, { products: [productId] }],
  ])('%s', (_title, given, expected) => {
    expect(read(given).data).toMatchObject(expected)
  })

  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(257) }, 'name'],
    ['an unknown type', { type: 'free' }, 'type'],
    ['an unknown duration', { duration: 'twice' }, 'duration'],
    ['no amount', { amount: undefined }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['a fraction of a cent', { amount: 0.5 }, 'amount'],
    ['an amount above the limit', { amount: 100_000_000 }, 'amount'],
    ['an unsupported currency', { currency: 'eur' }, 'currency'],
    ['zero percent', percent(0), 'basisPoints'],
    ['more than a hundred percent', percent(10_001), 'basisPoints'],
    ['a fraction of a basis point', percent(0.5), 'basisPoints'],
    ['no percentage', percent(undefined), 'basisPoints'],
    ['zero months', { duration: 'repeating', durationInMonths: 0 }, 'durationInMonths'],
    ['too many months', { duration: 'repeating', durationInMonths: 1000 }, 'durationInMonths'],
    ['months of a discount that does not repeat', { durationInMonths: 3 }, 'durationInMonths'],
    ['a code that is too short', { code: 'ab' }, 'code'],
    ['a code that is too long', { code: '9'.repeat(257) }, 'code'],
    ['a code with a hyphen', { code: 'AB-12' }, 'code'],
    ['a code with an accent', { code: 'ÄBC' }, 'code'],
    ['no redemptions', { maxRedemptions: 0 }, 'maxRedemptions'],
    ['too many redemptions', { maxRedemptions: 2_147_483_648 }, 'maxRedemptions'],
    ['too many products', { products: Array(501).fill(productId) }, 'products'],
    ['a date without a time zone', { startsAt: '2030-01-01T00:00:00' }, 'startsAt'],
  ])('but not with %s', (_title, given, field) => {
    expect(read(given).error?.issues.map(({ path: [first] }) => first)).toEqual([field])
  })
})

describe('on the wire', () => {
  it('fields of other types are unknown', () => {
    const unknown: UnknownField[] = []
    const sent = { type: 'percentage', basis_points: 1, amount: 5, duration: 'once', name: 'A' }
    wireCodec(createDiscount.body, 'billing').decode(sent, unknown)
    expect(unknown.map(({ path }) => path)).toEqual([['amount']])
  })

  it('a discount has the fields of its type and duration only', () => {
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
