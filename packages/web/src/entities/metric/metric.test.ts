import { describe, expect, test } from 'vitest'
import { changeText } from './change-text.ts'
import { moneyUnit, unitOf } from './units.ts'

const dollars = moneyUnit('usd')
const share = unitOf('checkoutsConversion', 'usd')
const count = unitOf('orders', 'usd')

describe('a change', () => {
  test.each([
    [110, 100, dollars, { by: '10 %', direction: 'up' }],
    [2, 3, count, { by: '33.3 %', direction: 'down' }],
    [-50, -100, dollars, { by: '50 %', direction: 'up' }],
    [0.417, 0.431, share, { by: '1.4 pt', direction: 'down' }],
    [0.2, 0, share, { by: '20 pt', direction: 'up' }],
    [5, 5, count, null],
    [5, 0, count, { by: '5', direction: 'up' }],
    [0, 2900, dollars, { by: '100 %', direction: 'down' }],
    [2900, 0, dollars, { by: '$29.00', direction: 'up' }],
    [100_001, 100_000, dollars, null],
    [0, 0, count, null],
  ])('from %s to %s', (value, before, unit, expected) => {
    expect(changeText(value, before, unit)).toEqual(expected)
  })
})

describe('a value', () => {
  test.each([
    [dollars, 123_456, '$1,234.56', '$1,234.56', '1234.56'],
    [dollars, 5, '$0.05', '$0.05', '0.05'],
    [dollars, -100_000_00, '-$100,000.00', '-$100K', '-100000.00'],
    [dollars, 9_007_199_254_740_991, '$90,071,992,547,409.91', '$90.1T', '90071992547409.91'],
    [moneyUnit('jpy'), 2_500_000, '¥2,500,000', '¥2.5M', '2500000'],
    [share, 1 / 3, '33.3%', '33.3%', '33.333333'],
    [count, 1234, '1,234', '1,234', '1234'],
  ])('is written for reading, for axes and for files', (unit, value, ...texts) => {
    expect([unit.format(value), unit.formatTick(value), unit.plain(value)]).toEqual(texts)
  })

  test('has its unit in the head of a file', () => {
    expect([dollars, share, count].map(({ heading }) => heading('Total'))).toEqual([
      'Total (USD)',
      'Total (%)',
      'Total',
    ])
  })
})
