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
import { discountAmountOf } from '../../catalog/index.ts'
import { amountsOf, meteredAmount, subscriptionAmount } from './amounts.ts'
import { discountShares } from './discount.ts'
import { cycleEntries, discounted, usageEntries } from './entries.ts'

const day = on('2030-04-01')

describe('what a subscription takes each period', () => {
  test.each([
    ['a fixed price', [fixed(3000)], undefined, 3000],
    ['nothing', [free()], undefined, 0],
    ['what the buyer named', [custom(1000)], undefined, 1700],
    ['no usage', [fixed(3000), metered('2.5')], undefined, 3000],
    ['less a percentage', [fixed(3001)], percent(50), 1500],
    ['less an amount', [fixed(3000)], off(500), 2500],
    ['nothing where the discount is more', [fixed(3000)], off(5000), 0],
  ])('%s', (_what, prices, discount, expected) => {
    const options = { chosenAmount: 1700, ...(discount !== undefined && { discount }) }
    const facts = subscribed(product('Basic', prices), day, options)
    expect(subscriptionAmount(facts)).toBe(expected)
  })
})

describe('what usage comes to', () => {
  test.each([
    ['nothing used', '2.5', '0', 0, null, 0],
    ['all of it credited', '2.5', '10', 10, null, 0],
    ['less than was credited', '2.5', '9', 10, null, 0],
    ['what is beyond', '2.5', '12', 10, null, 5],
    ['half a cent is a cent', '0.5', '1', 0, null, 1],
    ['less than half a cent is nothing', '0.499999999999', '1', 0, null, 0],
    ['a fraction of a unit', '3', '1.5', 0, null, 5],
    ['many small units', '0.000000000001', '500000000000', 0, null, 1],
    ['below the cap', '1', '99', 0, 100, 99],
    ['up to the cap', '1', '1000', 0, 100, 100],
    ['a cap of nothing', '1', '1000', 0, 0, 0],
    ['a sum below zero', '1', '-5', 0, null, 0],
  ])('%s', (_what, unit, consumed, credited, cap, expected) => {
    const plan = product('Metered', [metered(unit, cap)])
    const [price] = used(subscribed(plan, day), consumed, credited).prices
    expect(price && meteredAmount(price)).toBe(expected)
  })

  test('nothing where nothing is measured', () => {
    const [price] = subscribed(product('Basic', [fixed(3000)]), day).prices
    expect(price && meteredAmount(price)).toBe(0)
  })

  test.each([
    ['0.05', null, 'Requests — (1200.5 consumed units) × $0.0005'],
    ['250', 100, 'Requests — (1200.5 consumed units) × $2.50 — Capped at $1.00'],
  ])('of %s cents is told as such', (unit, cap, label) => {
    const facts = used(subscribed(product('Metered', [metered(unit, cap)]), day), '1200.5')
    expect(usageEntries(facts, facts.period)).toMatchObject([{ kind: 'metered', label }])
  })

  test('is no item where it costs nothing', () => {
    const facts = used(subscribed(product('Metered', [metered('1')]), day), '5', 5)
    expect(usageEntries(facts, facts.period)).toEqual([])
  })
})

describe('a discount of several amounts', () => {
  test.each([
    ['adds up to what it takes off', off(100), [100, 100, 100], [34, 33, 33]],
    ['is no more than there is', off(1000), [100, 200], [100, 200]],
    ['leaves what is nothing alone', off(100), [0, 300], [0, 100]],
    ['of nothing is nothing', off(100), [0, 0], [0, 0]],
    ['is rounded for each where it is a percentage', percent(50), [1, 1, 3], [1, 1, 2]],
    ['all of it', percent(100), [7, 9], [7, 9]],
  ])('%s', (_what, { isRedeemable: _isRedeemable, ...discount }, bases, shares) => {
    const inForce = { ...discount, appliedAt: null }
    expect(discountShares(inForce, bases.map(cents))).toEqual(shares)
    for (const base of bases) {
      expect(discountShares(inForce, [cents(base)])).toEqual([
        discountAmountOf(inForce, cents(base)),
      ])
    }
  })

  test('none takes nothing off', () => {
    expect(discountShares(null, [cents(5)])).toEqual([0])
  })
})

test('an order is its items, and its discount the parts of it', () => {
  const facts = used(subscribed(product('Mixed', [fixed(3000), metered('1')]), day), '1000')
  const entries = [...cycleEntries(facts, facts.period), ...usageEntries(facts, facts.period)]
  const { isRedeemable: _isRedeemable, ...discount } = off(400)
  const items = discounted(entries, { ...discount, appliedAt: null })
  expect(items.map(({ amount, discountAmount }) => [amount, discountAmount])).toEqual([
    [3000, 300],
    [1000, 100],
  ])
  expect(amountsOf({ entries: items })).toEqual({
    subtotalAmount: 4000,
    discountAmount: 400,
    netAmount: 3600,
  })
})
