import { describe, expect, test } from 'vitest'
import { aPrice } from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

test('the first price that is not metered is selected', () => {
  const metered = aPrice('metered_unit')
  const fixed = aPrice('fixed')
  expect(selectedPrice({ prices: [metered, fixed] })).toBe(fixed)
  expect(selectedPrice({ prices: [metered, aPrice('metered_unit')] })).toBe(metered)
})

const inMinorUnits = (amount: number | null) => (amount === null ? null : minorUnits(amount))
const custom = (bounds: object = {}) => ({ ...aPrice('custom'), ...bounds })

describe('the amount that is paid immediately', () => {
  test.each([
    ['free', aPrice('free'), 500, 0],
    ['metered', aPrice('metered_unit'), 500, 0],
    ['fixed', aPrice('fixed'), 500, 1000],
    ['named', custom(), 50, 50],
    ['the minimum', custom({ minimumAmount: 700 }), 700, 700],
    ['the maximum', custom({ maximumAmount: 700 }), 700, 700],
    ['preset', custom({ presetAmount: 300 }), null, 300],
    ['proposed', custom(), null, 1000],
    ['proposed, raised to the minimum', custom({ minimumAmount: 1500 }), null, 1500],
    ['proposed, lowered to the maximum', custom({ maximumAmount: 500 }), null, 500],
  ])('%s', (_name, price, chosen, expected) => {
    expect(amountOf(price, inMinorUnits(chosen))).toBe(expected)
  })

  test.each([
    ['below the global minimum', custom(), 49, 'checkout_amount_low', { minimum: 50 }],
    [
      'below the minimum',
      custom({ minimumAmount: 700 }),
      699,
      'checkout_amount_low',
      { minimum: 700 },
    ],
    [
      'above the maximum',
      custom({ maximumAmount: 700 }),
      701,
      'checkout_amount_high',
      { maximum: 700 },
    ],
  ])('%s', (_name, price, chosen, refused, details) => {
    expect(amountOf(price, inMinorUnits(chosen))).toMatchObject({ refused, details })
  })
})
