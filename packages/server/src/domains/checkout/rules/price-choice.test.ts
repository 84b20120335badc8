import { describe, expect, test } from 'vitest'
import { aPrice } from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

test('the price that stands alone is selected, else the first', () => {
  const metered = aPrice('metered_unit')
  const fixed = aPrice('fixed')
  expect(selectedPrice({ prices: [metered, fixed] })).toBe(fixed)
  expect(selectedPrice({ prices: [metered, aPrice('metered_unit')] })).toBe(metered)
})

const named = (asked: number | null) => (asked === null ? null : minorUnits(asked))
const custom = (bounds: object = {}) => ({ ...aPrice('custom'), ...bounds })

describe('what is paid at once', () => {
  test.each([
    ['free', aPrice('free'), 500, 0],
    ['metered', aPrice('metered_unit'), 500, 0],
    ['fixed', aPrice('fixed'), 500, 1000],
    ['named', custom(), 50, 50],
    ['at the least', custom({ minimumAmount: 700 }), 700, 700],
    ['at the most', custom({ maximumAmount: 700 }), 700, 700],
    ['preset', custom({ presetAmount: 300 }), null, 300],
    ['proposed', custom(), null, 1000],
    ['proposed, at the least', custom({ minimumAmount: 1500 }), null, 1500],
    ['proposed, at the most', custom({ maximumAmount: 500 }), null, 500],
  ])('%s', (_name, price, asked, expected) => {
    expect(amountOf(price, named(asked))).toBe(expected)
  })

  test.each([
    ['less than anything costs', custom(), 49, 'checkout_amount_low', { minimum: 50 }],
    ['too little', custom({ minimumAmount: 700 }), 699, 'checkout_amount_low', { minimum: 700 }],
    ['too much', custom({ maximumAmount: 700 }), 701, 'checkout_amount_high', { maximum: 700 }],
  ])('%s', (_name, price, asked, refused, details) => {
    expect(amountOf(price, named(asked))).toMatchObject({ refused, details })
  })
})
