import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { amountText, durationText } from '#/entities/discount/discount-terms.ts'
import { mistakesIn } from '#/lib/form-schema.ts'
import {
  basisPointsOf,
  changesOf,
  copyOf,
  type DiscountDraft,
  draftOf,
  newDiscountOf,
} from './discount-draft.ts'
import type { Discount } from './discount-queries.ts'
import { discountSchema } from './discount-schema.ts'
import { redemptionText, statusOf } from './discount-text.ts'

const now = new Date('2027-03-14T15:09:26Z')

const about = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'discount'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: now,
  modifiedAt: null,
  name: 'Spring',
  code: 'SPRING20',
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  redemptionsCount: 0,
  metadata: {},
  products: [],
}

const percentage: Discount = { ...about, type: 'percentage', basisPoints: 1250, duration: 'once' }
const fixed: Discount = {
  ...about,
  type: 'fixed',
  amount: 1999 as MinorUnits,
  currency: 'usd' as Currency,
  duration: 'repeating',
  durationInMonths: 3,
}

test('a saved discount round-trips, to the cent', () => {
  expect(newDiscountOf(draftOf(percentage))).toMatchObject({
    name: 'Spring',
    code: 'SPRING20',
    type: 'percentage',
    basisPoints: 1250,
    duration: 'once',
  })
  expect(newDiscountOf(draftOf(fixed))).toMatchObject({
    type: 'fixed',
    amount: 1999,
    currency: 'usd',
    duration: 'repeating',
    durationInMonths: 3,
  })
})

test('a copy has no code', () => {
  expect(copyOf(fixed)).toMatchObject({ name: 'Spring (copy)', code: '', amount: '19.99' })
})

describe('days', () => {
  test('start at midnight, and the last one is included', () => {
    const draft = { ...draftOf(percentage), firstDay: '2027-03-01', lastDay: '2027-03-31' }
    expect(newDiscountOf(draft)).toMatchObject({
      startsAt: new Date('2027-03-01T00:00:00').toISOString(),
      endsAt: new Date('2027-04-01T00:00:00').toISOString(),
    })
    const existing = {
      ...percentage,
      startsAt: new Date('2027-03-01T00:00:00'),
      endsAt: new Date('2027-04-01T00:00:00'),
    }
    expect(draftOf(existing)).toMatchObject({ firstDay: '2027-03-01', lastDay: '2027-03-31' })
  })

  test('that are unchanged keep their time', () => {
    const existing = { ...percentage, endsAt: new Date('2027-04-01T12:34:56') }
    expect(changesOf(existing, draftOf(existing))).not.toHaveProperty('endsAt')
    const later = changesOf(existing, { ...draftOf(existing), lastDay: '2027-04-30' })
    expect(later.endsAt).toBe(new Date('2027-05-01T00:00:00').toISOString())
    expect(changesOf(existing, { ...draftOf(existing), lastDay: null }).endsAt).toBeNull()
  })
})

test('fixed fields are not sent', () => {
  expect(changesOf(percentage, draftOf(percentage))).toEqual({
    name: 'Spring',
    code: 'SPRING20',
    products: [],
    maxRedemptions: null,
    metadata: {},
    basisPoints: 1250,
  })
  const redeemed = { ...fixed, redemptionsCount: 1 }
  expect(changesOf(redeemed, draftOf(redeemed))).not.toHaveProperty('amount')
  expect(changesOf(redeemed, draftOf(redeemed))).not.toHaveProperty('durationInMonths')
})

test('value and months can change until the first redemption', () => {
  const changes = changesOf(fixed, { ...draftOf(fixed), amount: '5', months: '6' })
  expect(changes).toMatchObject({ amount: 500, durationInMonths: 6 })
})

test.each([
  ['20', 2000],
  ['12.5 %', 1250],
  ['0.01', 1],
  ['12.345', null],
  ['x', null],
])('%j percent are %j basis points', (text, points) => {
  expect(basisPointsOf(text)).toBe(points)
})

test('a discount as text', () => {
  expect([percentage, fixed].map(amountText)).toEqual(['12.5 %', '$19.99'])
  expect([percentage, fixed].map(durationText)).toEqual(['once', 'for 3 months'])
  expect(durationText({ ...fixed, durationInMonths: 1 })).toBe('for a month')
  expect(redemptionText({ ...fixed, redemptionsCount: 3, maxRedemptions: 100 })).toBe('3 / 100')
  expect(redemptionText(fixed)).toBe('0')
})

test.each([
  [{}, 'active'],
  [{ endsAt: now }, 'ended'],
  [{ endsAt: now, maxRedemptions: 1, redemptionsCount: 1 }, 'ended'],
  [{ startsAt: new Date('2027-03-15') }, 'scheduled'],
  [{ maxRedemptions: 1, redemptionsCount: 1 }, 'used_up'],
  [{ startsAt: now, endsAt: new Date('2027-03-15') }, 'active'],
])('%j is %s', (changes, status) => {
  expect(statusOf({ ...percentage, ...changes }, now)).toBe(status)
})

test.each([
  ['name', { name: 'Spring' }],
  ['code', { code: ' ' }],
  ['code', { code: 'ab1' }],
  ['percent', { percent: '100' }],
  ['amount', { amount: '0.01' }],
  ['months', { months: '12' }],
  ['redemptionsMax', { redemptionsMax: '' }],
  ['redemptionsMax', { redemptionsMax: '1' }],
  ['lastDay', { firstDay: '2027-01-01', lastDay: '2027-01-01' }],
])('no error in %s of %j', (field, typed) => {
  expect(mistakeOf(field, typed)).toBeNull()
})

test.each([
  ['name', { name: ' ' }, 'name'],
  ['code', { code: 'ab' }, 'at least 3'],
  ['code', { code: 'ab-c' }, 'A to Z'],
  ['percent', { percent: '' }, 'Enter a percentage'],
  ['percent', { percent: '0' }, 'more than 0'],
  ['percent', { percent: '100.01' }, 'at most 100'],
  ['percent', { percent: '1.234' }, 'decimals'],
  ['amount', { amount: '0' }, 'at least'],
  ['months', { months: '0' }, 'from 1'],
  ['redemptionsMax', { redemptionsMax: '0' }, 'from 1'],
  ['lastDay', { firstDay: '2027-01-02', lastDay: '2027-01-01' }, 'before'],
])('an error in %s of %j: %s', (field, typed, expected) => {
  expect(mistakeOf(field, typed)).toContain(expected)
})

function mistakeOf(field: string, typed: Partial<DiscountDraft>): string | null {
  const found = mistakesIn(discountSchema, { ...draftOf(null), ...typed })
  return found.find(({ path }) => path[0] === field)?.message ?? null
}
