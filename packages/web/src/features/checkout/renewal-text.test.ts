import { expect, test } from 'vitest'
import { renewalText } from './renewal-text.ts'
import type { Checkout } from './wire.ts'

/** The parts of a checkout that renewals depend on. */
function checkoutWith(
  recurringInterval: string | null,
  discount: object | null,
  prices: readonly string[] = ['fixed'],
): Checkout {
  const product = { recurringInterval, prices: prices.map((amountType) => ({ amountType })) }
  const made = { currency: 'usd', product, discount }
  return JSON.parse(JSON.stringify(made))
}

const off = (duration: string, durationInMonths?: number) => ({ duration, durationInMonths })

test.each([
  ['month', null, 'Then $29.00 a month, plus tax.'],
  ['year', off('once'), 'Then $29.00 a year, plus tax.'],
  ['month', off('forever'), 'Then $24.00 a month, plus tax.'],
  ['month', off('repeating', 1), 'Then $29.00 a month, plus tax.'],
  [
    'month',
    off('repeating', 2),
    'Then $24.00 a month for one more month, and $29.00 a month after that, plus tax.',
  ],
  [
    'month',
    off('repeating', 12),
    'Then $24.00 a month for 11 more months, and $29.00 a month after that, plus tax.',
  ],
  ['year', off('repeating', 12), 'Then $29.00 a year, plus tax.'],
  [
    'year',
    off('repeating', 13),
    'Then $24.00 a year for one more year, and $29.00 a year after that, plus tax.',
  ],
  [null, off('forever'), null],
])('each %s with the discount %j: %s', (interval, discount, expected) => {
  const sums = { amount: 2900, discount: discount === null ? 0 : 500, tax: 725, total: 0 }
  expect(renewalText(checkoutWith(interval, discount), sums)).toBe(expected)
})

test.each([
  [2900, 725, ['fixed', 'metered_unit'], 'Then $29.00 a month, plus usage and tax.'],
  [2900, 0, ['fixed', 'metered_unit'], 'Then $29.00 a month, plus usage.'],
  [0, 0, ['metered_unit'], 'Then what you have used, each month.'],
  [0, 0, ['free', 'metered_unit'], 'Then what you have used, each month.'],
])('of %d cents with a tax of %d and the prices %j: %s', (amount, tax, prices, expected) => {
  const sums = { amount, discount: 0, tax, total: amount }
  expect(renewalText(checkoutWith('month', null, prices), sums)).toBe(expected)
})

test('tax is not mentioned if there is none', () => {
  const sums = { amount: 2900, discount: 0, tax: 0, total: 2900 }
  expect(renewalText(checkoutWith('month', null), sums)).toBe('Then $29.00 a month.')
})
