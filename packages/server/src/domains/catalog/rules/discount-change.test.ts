import { type Discount, discountId } from '@guildhall/contract/catalog/discount-shapes'
import { productId } from '@guildhall/contract/catalog/prices'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { minorUnits } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type DiscountChange, type DiscountWish, decideDiscountChange } from './discount-change.ts'
import { datesRefusal } from './discount-dates.ts'

type Discount = z.output<typeof Discount>

const numbered = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`
const one = productId.parse(numbered(1))
const two = productId.parse(numbered(2))
const three = productId.parse(numbered(3))
const usd = z.literal('usd').brand<'currency'>().parse('usd')
const cents = (amount: number) => minorUnits.parse(amount)
const day = (number: number) => new Date(Date.UTC(2030, 0, number))
const today = day(10)

const product = (id: z.output<typeof productId>) => ({
  id,
  createdAt: new Date(0),
  modifiedAt: null,
  name: 'Atlas',
  description: null,
  recurringInterval: null,
  isRecurring: false,
  isArchived: false,
  organizationId: organizationId.parse(numbered(0)),
  metadata: {},
})

const every = {
  id: discountId.parse(numbered(0)),
  organizationId: organizationId.parse(numbered(0)),
  createdAt: new Date(0),
  modifiedAt: null,
  name: 'Spring',
  code: 'Spring30',
  startsAt: day(5),
  endsAt: day(20),
  maxRedemptions: 10,
  redemptionsCount: 0,
  metadata: { season: 'spring', year: 2030 },
  products: [product(one), product(two)],
}
const fixed = {
  ...every,
  type: 'fixed',
  amount: cents(500),
  currency: usd,
  duration: 'once',
} satisfies Discount
const percentage = {
  ...every,
  type: 'percentage',
  basisPoints: 3000,
  duration: 'repeating',
  durationInMonths: 3,
} satisfies Discount

const decide = (discount: Discount, wish: DiscountWish) =>
  decideDiscountChange(discount, wish, today)

const refusedAt = (code: string, field: string, details = {}) => ({
  refused: code,
  details: { loc: ['body', field], ...details },
})

describe('a change of a discount', () => {
  it.each<[string, DiscountWish, DiscountChange]>([
    ['of nothing', {}, {}],
    ['of the name', { name: 'Summer' }, { name: 'Summer' }],
    ['of what may not be empty to nothing', { name: null, amount: null, type: null }, {}],
    ['of the code', { code: 'Summer30' }, { code: 'Summer30' }],
    ['of the code’s spelling', { code: 'SPRING30' }, { code: 'SPRING30' }],
    ['to no code', { code: null }, { code: null }],
    ['of the amount', { amount: cents(600) }, { amount: cents(600) }],
    ['of the first day', { startsAt: day(6) }, { startsAt: day(6) }],
    ['to no first day', { startsAt: null }, { startsAt: null }],
    ['of the last day', { endsAt: day(30) }, { endsAt: day(30) }],
    ['to no last day', { endsAt: null }, { endsAt: null }],
    ['of the limit', { maxRedemptions: 1 }, { maxRedemptions: 1 }],
    ['to no limit', { maxRedemptions: null }, { maxRedemptions: null }],
    ['of the products', { products: [three, one, three] }, { productIds: [three, one] }],
    ['to fewer products', { products: [one] }, { productIds: [one] }],
    ['to all products', { products: null }, { productIds: [] }],
    ['of the metadata as a whole', { metadata: { year: 2030 } }, { metadata: { year: 2030 } }],
    ['to no metadata', { metadata: null }, { metadata: {} }],
    [
      'to what it is already',
      {
        ...every,
        type: 'fixed',
        amount: cents(500),
        currency: usd,
        duration: 'once',
        durationInMonths: null,
        basisPoints: null,
        startsAt: day(5),
        endsAt: day(20),
        metadata: { year: 2030, season: 'spring' },
        products: [two, one],
      },
      {},
    ],
  ])('%s', (_what, wish, change) => {
    expect(decide(fixed, wish)).toEqual(change)
  })

  it('of the percentage', () => {
    expect(decide(percentage, { basisPoints: 1 })).toEqual({ basisPoints: 1 })
    expect(decide(percentage, { basisPoints: 3000, durationInMonths: 3 })).toEqual({})
  })

  it.each<[Discount, DiscountWish, string]>([
    [fixed, { type: 'percentage' }, 'type'],
    [fixed, { duration: 'forever' }, 'duration'],
    [fixed, { durationInMonths: 3 }, 'duration_in_months'],
    [percentage, { type: 'fixed' }, 'type'],
    [percentage, { duration: 'once' }, 'duration'],
    [percentage, { durationInMonths: 4 }, 'duration_in_months'],
    [percentage, { type: 'fixed', duration: 'once', amount: cents(5), name: '' }, 'type'],
  ])('never of its terms: $type, %j', (discount, wish, field) => {
    expect(decide(discount, wish)).toEqual(refusedAt('discount_terms_fixed', field))
  })

  it('never to a value of the other type', () => {
    const code = 'discount_value_of_other_type'
    const toFixed = decide(fixed, { basisPoints: 100 })
    expect(toFixed).toEqual(refusedAt(code, 'basis_points', { type: 'fixed' }))
    const toPercentage = decide(percentage, { amount: cents(100) })
    expect(toPercentage).toEqual(refusedAt(code, 'amount', { type: 'percentage' }))
  })
})

describe('a discount that was redeemed', () => {
  const redeemed = { redemptionsCount: 4 }

  it('keeps what it takes off', () => {
    const other = { ...fixed, ...redeemed }
    expect(decide(other, { amount: cents(501) })).toEqual(refusedAt('discount_redeemed', 'amount'))
    expect(decide(other, { amount: cents(500), name: 'New' })).toEqual({ name: 'New' })
    expect(decide({ ...percentage, ...redeemed }, { basisPoints: 3001 })).toEqual(
      refusedAt('discount_redeemed', 'basis_points'),
    )
  })

  it('can be redeemed as often as it was, and no less', () => {
    const other = { ...fixed, ...redeemed }
    expect(decide(other, { maxRedemptions: 4 })).toEqual({ maxRedemptions: 4 })
    expect(decide(other, { maxRedemptions: 3 })).toEqual(
      refusedAt('discount_redeemed_more_often', 'max_redemptions', { count: 4 }),
    )
    expect(decide(other, { maxRedemptions: null })).toEqual({ maxRedemptions: null })
  })
})

describe('the dates of a discount', () => {
  it.each<[Date | null, Date | null, boolean]>([
    [null, null, true],
    [day(1), null, true],
    [null, day(1), true],
    [day(1), day(2), true],
    [day(2), day(2), false],
    [day(3), day(2), false],
  ])('from %s to %s', (startsAt, endsAt, isFine) => {
    expect(datesRefusal({ startsAt, endsAt }, 'ends_at') === null).toBe(isFine)
  })

  it.each<[DiscountWish, string]>([
    [{ startsAt: day(20) }, 'starts_at'],
    [{ startsAt: day(25), endsAt: day(25) }, 'ends_at'],
    [{ endsAt: day(4) }, 'ends_at'],
  ])('stay in order: %j', (wish, field) => {
    expect(decide(fixed, wish)).toEqual(refusedAt('discount_dates_reversed', field))
  })
})

describe('a discount that has ended', () => {
  const past = { ...fixed, startsAt: day(1), endsAt: day(10) }

  it.each<[DiscountWish, DiscountChange]>([
    [{ name: 'Old' }, { name: 'Old' }],
    [{ metadata: null }, { metadata: {} }],
    [{ code: 'Spring30', amount: cents(500) }, {}],
    [
      { code: null, endsAt: day(11) },
      { code: null, endsAt: day(11) },
    ],
    [
      { amount: cents(1), endsAt: null },
      { amount: cents(1), endsAt: null },
    ],
  ])('changes by %j', (wish, change) => {
    expect(decide(past, wish)).toEqual(change)
  })

  it.each<DiscountWish>([
    { code: null },
    { amount: cents(1) },
    { startsAt: null },
    { endsAt: day(9) },
    { maxRedemptions: null },
    { products: null },
  ])('doesn’t change by %j', (wish) => {
    expect(decide(past, wish)).toEqual(refusedAt('discount_ended', 'ends_at'))
  })

  it('can’t be made one by an end in the past', () => {
    expect(decide(fixed, { endsAt: today })).toEqual(refusedAt('discount_ended', 'ends_at'))
  })
})
