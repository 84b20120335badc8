import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountMistake,
  centsOf,
  dollarsOf,
  exactCentsOf,
  exactDollarsOf,
  unitAmountMistake,
} from './amount-text.ts'

describe('an amount in dollars', () => {
  test.each([
    ['29', 2900],
    ['29.5', 2950],
    ['29.50', 2950],
    [' $29.00 ', 2900],
    ['.5', 50],
    ['007', 700],
    ['1,299.00', 129_900],
    ['999999.99', 99_999_999],
    // Floats would yield 56 and 28 for these.
    ['0.57', 57],
    ['0.29', 29],
  ])('%s is %i cents', (text, cents) => expect(centsOf(text)).toBe(cents))

  test.each(['', '.', '-1', '1e3', '29,50', '29.505', 'free', '1.2.3'])('%s is invalid', (text) =>
    expect(centsOf(text)).toBeNull(),
  )

  test('round-trips through its text', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), (cents) => {
        expect(centsOf(dollarsOf(cents))).toBe(cents)
      }),
    )
  })

  test.each([
    ['', 'Enter an amount.'],
    ['29,50', 'Enter an amount, such as 29 or 29.50.'],
    ['1.999', 'Use at most two decimals.'],
    ['0.49', 'Enter at least $0.50.'],
    ['10000.01', 'Enter at most $10,000.00.'],
    ['0.50', null],
    ['10000', null],
  ])('%s within limits: %s', (text, mistake) =>
    expect(amountMistake(text, { min: 50, max: 1_000_000 })).toBe(mistake),
  )
})

describe('a unit price', () => {
  test('is exact', () => {
    expect(exactCentsOf('0.00000000000001')).toBe('0.000000000001')
    expect(exactDollarsOf('0.000000000001')).toBe('0.00000000000001')
    expect(exactCentsOf('0.005')).toBe('0.5')
    expect(exactDollarsOf('12.5')).toBe('0.125')
    expect(exactDollarsOf('100')).toBe('1')
  })

  test('round-trips through its text', () => {
    const cents = fc
      .tuple(fc.nat(99_999), fc.integer({ min: 1, max: 999_999_999 }))
      .map(([whole, fraction]) => `${whole}.${fraction}`.replace(/0+$/, ''))
    fc.assert(
      fc.property(cents, (text) => {
        expect(exactCentsOf(exactDollarsOf(text))).toBe(text)
      }),
    )
  })

  test.each([
    ['', 'Enter a price per unit.'],
    ['0.00', 'Enter more than 0.'],
    ['cheap', 'Enter an amount, such as 0.05 or 0.000125.'],
    ['0.000000000000001', 'Use at most 14 decimals.'],
    ['0.00000000000001', null],
    ['0.05', null],
  ])('%s: %s', (text, mistake) => expect(unitAmountMistake(text)).toBe(mistake))
})
