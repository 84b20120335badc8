import { describe, expect, test } from 'vitest'
import {
  formatInstant,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatRelative,
  formatUnitAmount,
} from './format.ts'

describe('money', () => {
  test.each([
    [2900, 'usd', '$29.00'],
    [-580, 'usd', '-$5.80'],
    [5, 'eur', '€0.05'],
    [0, 'usd', '$0.00'],
    [500, 'jpy', '¥500'],
    [1_234_567, 'kwd', 'KWD 1,234.567'],
    [9_007_199_254_740_991, 'usd', '$90,071,992,547,409.91'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replace(/\s/g, ' ')).toBe(text)
  })

  test.each([
    [2900, 'usd', '$29'],
    [2950, 'usd', '$29.50'],
    [120_000, 'usd', '$1,200'],
    [1000, 'jpy', '¥1,000'],
  ])('as a price %i %s is %s', (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text)
  })

  test.each([
    ['100', '$1.00'],
    ['0.5', '$0.005'],
    ['0.000000000001', '$0.00000000000001'],
    // More digits than a float can represent.
    ['12345.678901234567', '$123.45678901234567'],
  ])('a unit price of %s cents is %s', (amount, text) => {
    expect(formatUnitAmount(amount, 'usd')).toBe(text)
  })

  test.each([
    ['usd', '$1.00'],
    ['cad', 'CA$1.00'],
    ['aud', 'A$1.00'],
    ['cny', 'CN¥1.00'],
  ])('the sign of %s is its own: %s', (currency, text) => {
    expect(formatMoney(100, currency)).toBe(text)
  })
})

describe('relative times', () => {
  const now = new Date(2026, 10, 20, 12, 0, 0)
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const hour = 3600
  const day = 24 * hour

  test.each([
    [0, 'just now'],
    [-44, 'just now'],
    [-46, '1 min ago'],
    [-41 * 60, '41 min ago'],
    [-50 * 60, '1 h ago'],
    [-3 * hour, '3 h ago'],
    [-21.9 * hour, '22 h ago'],
    [-23 * hour, 'yesterday'],
    [-5 * day, '5 days ago'],
    [-21 * day, '3 weeks ago'],
    [-120 * day, '4 months ago'],
    [-730 * day, '2 years ago'],
    [90, 'in 2 min'],
    [5 * hour, 'in 5 h'],
    [day, 'tomorrow'],
    [40 * day, 'in 6 weeks'],
  ])('%d seconds away is "%s"', (seconds, text) => {
    expect(formatRelative(at(seconds), now)).toBe(text)
  })
})

test('an instant shows its date, seconds and time zone', () => {
  const text = formatInstant(new Date('2027-03-14T15:09:26Z'), 'Europe/Stockholm')
  expect(text.replace(/\s/g, ' ')).toBe('14 Mar 2027, 16:09:26 CET')
})

test.each([
  [1_234_567, '1,234,567'],
  [0.3, '0.3'],
  [-3.666666666667, '-3.666666666667'],
])('the quantity %d is %s', (quantity, text) => {
  expect(formatQuantity(quantity)).toBe(text)
})
