import { describe, expect, test } from 'vitest'
import {
  cents,
  custom,
  fixed,
  free,
  metered,
  off,
  on,
  percent,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { discountAmountOf } from '../../catalog/rules/discount-use.ts'
import { orderAmounts, subscriptionAmount } from './amounts.ts'
import { discountShares } from './discount.ts'
import { cycleEntries, usageOfPeriod, withDiscount } from './entries.ts'

const day = on('2030-04-01')

describe('the amount of a subscription', () => {
  test.each([
    ['is a fixed price', [fixed(3000)], undefined, 3000],
    ['is zero for a free price', [free()], undefined, 0],
    ['is the amount that the buyer chose', [custom(1000)], undefined, 1700],
    ['leaves out usage', [fixed(3000), metered('2.5')], undefined, 3000],
    ['deducts a percentage discount', [fixed(3001)], percent(50), 1500],
    ['deducts a fixed discount', [fixed(3000)], off(500), 2500],
    ['is zero where the discount is larger', [fixed(3000)], off(5000), 0],
  ])('%s', (_what, prices, discount, expected) => {
    const options = { chosenAmount: 1700, ...(discount !== undefined && { discount }) }
    const facts = subscribed(product('Basic', prices), day, options)
    expect(subscriptionAmount(facts)).toBe(expected)
  })
})

describe('usage', () => {
  test.each([
    ['of nothing costs nothing', '2.5', '0', 0, null, 0],
    ['that is fully credited costs nothing', '2.5', '10', 10, null, 0],
    ['below the credit costs nothing', '2.5', '9', 10, null, 0],
    ['beyond the credit is charged', '2.5', '12', 10, null, 5],
    ['of half a cent is rounded up to a cent', '0.5', '1', 0, null, 1],
    ['of less than half a cent costs nothing', '0.499999999999', '1', 0, null, 0],
    ['of a fraction of a unit is charged', '3', '1.5', 0, null, 5],
    ['of many tiny units adds up', '0.000000000001', '500000000000', 0, null, 1],
    ['below the cap is charged in full', '1', '99', 0, 100, 99],
    ['beyond the cap is charged up to the cap', '1', '1000', 0, 100, 100],
    ['with a cap of zero costs nothing', '1', '1000', 0, 0, 0],
    ['below zero costs nothing', '1', '-5', 0, null, 0],
  ])('%s', (_what, unit, consumed, credited, cap, expected) => {
    const plan = product('Metered', [metered(unit, cap)])
    const entries = usageOfPeriod(used(subscribed(plan, day), consumed, credited))
    expect(entries.map(({ amount }) => amount)).toEqual(expected === 0 ? [] : [expected])
  })

  test('of a price that isn’t metered costs nothing', () => {
    const facts = subscribed(product('Basic', [fixed(3000)]), day)
    expect(usageOfPeriod(facts)).toEqual([])
  })

  test.each([
    ['0.05', null, 'Requests — (1200.5 consumed units) × $0.0005'],
    ['250', 100, 'Requests — (1200.5 consumed units) × $2.50 — Capped at $1.00'],
  ])('of %s cents per unit is labeled with unit price and cap', (unit, cap, label) => {
    const facts = used(subscribed(product('Metered', [metered(unit, cap)]), day), '1200.5')
    expect(usageOfPeriod(facts)).toMatchObject([{ kind: 'metered', label }])
  })

  test('that costs nothing has no entry', () => {
    const facts = used(subscribed(product('Metered', [metered('1')]), day), '5', 5)
    expect(usageOfPeriod(facts)).toEqual([])
  })
})

describe('a discount of several amounts', () => {
  test.each([
    ['has shares that add up to it', off(100), [100, 100, 100], [34, 33, 33]],
    ['is limited to the sum of the amounts', off(1000), [100, 200], [100, 200]],
    ['leaves zero amounts alone', off(100), [0, 300], [0, 100]],
    ['of zero amounts is zero', off(100), [0, 0], [0, 0]],
    ['is rounded for each amount if it is a percentage', percent(50), [1, 1, 3], [1, 1, 2]],
    ['takes everything off at 100 percent', percent(100), [7, 9], [7, 9]],
  ])('%s', (_what, { isRedeemable: _isRedeemable, ...discount }, amounts, shares) => {
    const applied = { ...discount, appliedAt: null }
    expect(discountShares(applied, amounts.map(cents))).toEqual(shares)
    for (const amount of amounts) {
      expect(discountShares(applied, [cents(amount)])).toEqual([
        discountAmountOf(applied, cents(amount)),
      ])
    }
  })

  test('without a discount nothing is taken off', () => {
    expect(discountShares(null, [cents(5)])).toEqual([0])
  })
})

test('the amounts of an order are the sums of its entries', () => {
  const facts = used(subscribed(product('Mixed', [fixed(3000), metered('1')]), day), '1000')
  const entries = [...cycleEntries(facts, facts.period), ...usageOfPeriod(facts)]
  const { isRedeemable: _isRedeemable, ...discount } = off(400)
  const items = withDiscount(entries, { ...discount, appliedAt: null })
  expect(items.map(({ amount, discountAmount }) => [amount, discountAmount])).toEqual([
    [3000, 300],
    [1000, 100],
  ])
  expect(orderAmounts({ entries: items })).toEqual({
    subtotalAmount: 4000,
    discountAmount: 400,
    netAmount: 3600,
  })
})
