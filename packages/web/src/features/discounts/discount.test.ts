import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { amountWords, durationWords } from '../../lib/discount-terms.ts'
import { basisPointsOf, changesOf, copyOf, draftOf, newDiscountOf } from './discount-draft.ts'
import {
  codeMistake,
  daysMistake,
  fixedMistake,
  monthsMistake,
  nameMistake,
  percentMistake,
  redemptionsMistake,
} from './discount-mistakes.ts'
import type { Discount } from './discount-queries.ts'
import { redemptionWords, standingOf } from './discount-words.ts'

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

test('what is kept comes back as it was, to the cent', () => {
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
  test('begin at their midnight, and the last one ends at its own', () => {
    const draft = { ...draftOf(percentage), firstDay: '2027-03-01', lastDay: '2027-03-31' }
    expect(newDiscountOf(draft)).toMatchObject({
      startsAt: new Date('2027-03-01T00:00:00').toISOString(),
      endsAt: new Date('2027-04-01T00:00:00').toISOString(),
    })
    const kept = {
      ...percentage,
      startsAt: new Date('2027-03-01T00:00:00'),
      endsAt: new Date('2027-04-01T00:00:00'),
    }
    expect(draftOf(kept)).toMatchObject({ firstDay: '2027-03-01', lastDay: '2027-03-31' })
  })

  test('that weren’t touched keep their hour', () => {
    const kept = { ...percentage, endsAt: new Date('2027-04-01T12:34:56') }
    expect(changesOf(kept, draftOf(kept))).not.toHaveProperty('endsAt')
    const later = changesOf(kept, { ...draftOf(kept), lastDay: '2027-04-30' })
    expect(later.endsAt).toBe(new Date('2027-05-01T00:00:00').toISOString())
    expect(changesOf(kept, { ...draftOf(kept), lastDay: null }).endsAt).toBeNull()
  })
})

test('what can’t change isn’t sent', () => {
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

test('a discount is said in words', () => {
  expect([percentage, fixed].map(amountWords)).toEqual(['12.5 %', '$19.99 USD'])
  expect([percentage, fixed].map(durationWords)).toEqual(['once', 'for 3 months'])
  expect(durationWords({ ...fixed, durationInMonths: 1 })).toBe('for a month')
  expect(redemptionWords({ ...fixed, redemptionsCount: 3, maxRedemptions: 100 })).toBe('3 / 100')
  expect(redemptionWords(fixed)).toBe('0')
})

test.each([
  [{}, 'active'],
  [{ endsAt: now }, 'expired'],
  [{ startsAt: new Date('2027-03-15') }, 'scheduled'],
  [{ maxRedemptions: 1, redemptionsCount: 1 }, 'used_up'],
  [{ startsAt: now, endsAt: new Date('2027-03-15') }, 'active'],
])('%j is %s', (changes, standing) => {
  expect(standingOf({ ...percentage, ...changes }, now)).toBe(standing)
})

test.each([
  nameMistake('Spring'),
  codeMistake(' '),
  codeMistake('ab1'),
  percentMistake('100'),
  fixedMistake('0.01'),
  monthsMistake('12'),
  redemptionsMistake(''),
  redemptionsMistake('1'),
  daysMistake('2027-01-01', '2027-01-01'),
])('no mistake %#', (mistake) => {
  expect(mistake).toBeNull()
})

test.each([
  [nameMistake(' '), 'name'],
  [codeMistake('ab'), 'at least 3'],
  [codeMistake('ab-c'), 'A to Z'],
  [percentMistake(''), 'how much'],
  [percentMistake('0'), 'more than 0'],
  [percentMistake('100.01'), 'at most 100'],
  [percentMistake('1.234'), 'decimals'],
  [fixedMistake('0'), 'at least'],
  [monthsMistake('0'), 'from 1'],
  [redemptionsMistake('0'), 'from 1'],
  [daysMistake('2027-01-02', '2027-01-01'), 'before'],
])('mistake %#: %j', (mistake, words) => {
  expect(mistake).toContain(words)
})
