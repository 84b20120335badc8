import { type Discount, discountId } from '@guildhall/contract/catalog/discount-shapes'
import { productId } from '@guildhall/contract/catalog/prices'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { minorUnits } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  type DiscountChange,
  type DiscountUpdate,
  decideDates,
  decideDiscountChange,
} from './discount-change.ts'

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
  recurringIntervalCount: null,
  isRecurring: false,
  visibility: 'public' as const,
  isArchived: false,
  organizationId: organizationId.parse(numbered(0)),
  metadata: {},
})

const common = {
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
  ...common,
  type: 'fixed',
  amount: cents(500),
  currency: usd,
  duration: 'once',
} satisfies Discount
const percentage = {
  ...common,
  type: 'percentage',
  basisPoints: 3000,
  duration: 'repeating',
  durationInMonths: 3,
} satisfies Discount

const decide = (discount: Discount, input: DiscountUpdate) =>
  decideDiscountChange(discount, input, today)

const refusedAt = (code: string, field: string, details = {}) => ({
  refused: code,
  details: { loc: ['body', field], ...details },
})

describe('the change of a discount', () => {
  it.each<[string, DiscountUpdate, DiscountChange]>([
    ['is empty for an empty update', {}, {}],
    ['has a new name', { name: 'Summer' }, { name: 'Summer' }],
    ['is empty for nulls of required fields', { name: null, amount: null, type: null }, {}],
    ['has a new code', { code: 'Summer30' }, { code: 'Summer30' }],
    ['has a code in another case', { code: 'SPRING30' }, { code: 'SPRING30' }],
    ['removes the code', { code: null }, { code: null }],
    ['has a new amount', { amount: cents(600) }, { amount: cents(600) }],
    ['has a new start', { startsAt: day(6) }, { startsAt: day(6) }],
    ['removes the start', { startsAt: null }, { startsAt: null }],
    ['has a new end', { endsAt: day(30) }, { endsAt: day(30) }],
    ['removes the end', { endsAt: null }, { endsAt: null }],
    ['has a new limit', { maxRedemptions: 1 }, { maxRedemptions: 1 }],
    ['removes the limit', { maxRedemptions: null }, { maxRedemptions: null }],
    [
      'has new products, each once',
      { products: [three, one, three] },
      { productIds: [three, one] },
    ],
    ['has fewer products', { products: [one] }, { productIds: [one] }],
    ['removes the limit to products', { products: null }, { productIds: [] }],
    [
      'replaces the metadata as a whole',
      { metadata: { year: 2030 } },
      { metadata: { year: 2030 } },
    ],
    ['clears the metadata', { metadata: null }, { metadata: {} }],
    [
      'is empty when every field stays the same',
      {
        ...common,
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
  ])('%s', (_title, input, change) => {
    expect(decide(fixed, input)).toEqual(change)
  })

  it('has a new percentage', () => {
    expect(decide(percentage, { basisPoints: 1 })).toEqual({ basisPoints: 1 })
    expect(decide(percentage, { basisPoints: 3000, durationInMonths: 3 })).toEqual({})
    expect(decide(percentage, { durationInMonths: 4 })).toEqual({ durationInMonths: 4 })
  })

  it.each<[Discount, DiscountUpdate, string]>([
    [fixed, { type: 'percentage' }, 'type'],
    [fixed, { duration: 'forever' }, 'duration'],
    [fixed, { durationInMonths: 3 }, 'duration_in_months'],
    [percentage, { type: 'fixed' }, 'type'],
    [percentage, { duration: 'once' }, 'duration'],
    [percentage, { type: 'fixed', duration: 'once', amount: cents(5), name: '' }, 'type'],
  ])('is refused for other terms of a discount: %j, %j', (discount, input, field) => {
    expect(decide(discount, input)).toEqual(refusedAt('discount_terms_fixed', field))
  })

  it('is refused for the value of the other type', () => {
    const code = 'discount_value_of_other_type'
    const toFixed = decide(fixed, { basisPoints: 100 })
    expect(toFixed).toEqual(refusedAt(code, 'basis_points', { type: 'fixed' }))
    const toPercentage = decide(percentage, { amount: cents(100) })
    expect(toPercentage).toEqual(refusedAt(code, 'amount', { type: 'percentage' }))
  })
})

describe('a redeemed discount', () => {
  const redeemed = { redemptionsCount: 4 }

  it('cannot change its value or its months', () => {
    const other = { ...fixed, ...redeemed }
    expect(decide(other, { amount: cents(501) })).toEqual(refusedAt('discount_redeemed', 'amount'))
    expect(decide(other, { amount: cents(500), name: 'New' })).toEqual({ name: 'New' })
    expect(decide({ ...percentage, ...redeemed }, { basisPoints: 3001 })).toEqual(
      refusedAt('discount_redeemed', 'basis_points'),
    )
    expect(decide({ ...percentage, ...redeemed }, { durationInMonths: 4 })).toEqual(
      refusedAt('discount_redeemed', 'duration_in_months'),
    )
  })

  it('cannot have a limit below its redemptions', () => {
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
  ])('from %s to %s: accepted is %s', (startsAt, endsAt, isAccepted) => {
    expect(decideDates({ startsAt, endsAt }, 'ends_at') === null).toBe(isAccepted)
  })

  it.each<[DiscountUpdate, string]>([
    [{ startsAt: day(20) }, 'starts_at'],
    [{ startsAt: day(25), endsAt: day(25) }, 'ends_at'],
    [{ endsAt: day(4) }, 'ends_at'],
  ])('cannot be reversed: %j', (input, field) => {
    expect(decide(fixed, input)).toEqual(refusedAt('discount_dates_reversed', field))
  })
})

describe('an ended discount', () => {
  const past = { ...fixed, startsAt: day(1), endsAt: day(10) }

  it.each<[DiscountUpdate, DiscountChange]>([
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
  ])('accepts %j', (input, change) => {
    expect(decide(past, input)).toEqual(change)
  })

  it.each<DiscountUpdate>([
    { code: null },
    { amount: cents(1) },
    { startsAt: null },
    { endsAt: day(9) },
    { maxRedemptions: null },
    { products: null },
  ])('refuses %j', (input) => {
    expect(decide(past, input)).toEqual(refusedAt('discount_ended', 'ends_at'))
  })

  it('is not created by an end in the past', () => {
    expect(decide(fixed, { endsAt: today })).toEqual(refusedAt('discount_ended', 'ends_at'))
  })
})
