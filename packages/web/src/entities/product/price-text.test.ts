import { describe, expect, test } from 'vitest'
import { type PriceFacts, priceLabel, priceLine } from './price-text.ts'

const fixed = (priceAmount: number): PriceFacts => ({
  amountType: 'fixed',
  priceCurrency: 'usd',
  priceAmount,
})
const free: PriceFacts = { amountType: 'free' }
const chosen: PriceFacts = {
  amountType: 'custom',
  priceCurrency: 'usd',
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
}
const metered: PriceFacts = {
  amountType: 'metered_unit',
  priceCurrency: 'usd',
  unitAmount: '0.5',
  capAmount: null,
  meter: { name: 'API calls' },
}

describe('the label of a product’s price', () => {
  test.each([
    [[fixed(2900)], 'month', '$29 / month'],
    [[fixed(2950)], 'year', '$29.50 / year'],
    [[fixed(123_456)], null, '$1,234.56'],
    [[fixed(100_000)], null, '$1,000'],
    [[chosen], null, 'Pay what you want'],
    [[chosen], 'month', 'Pay what you want / month'],
    [[free], 'month', 'Free'],
    [[fixed(500), metered], 'month', '$5 / month + metered'],
    [[free, metered], 'month', 'Free + metered'],
    [[metered], 'month', 'Metered'],
  ] as const)('%j, %s: %s', (prices, recurringInterval, label) => {
    expect(priceLabel({ prices, recurringInterval })).toBe(label)
  })
})

describe('a price as a line', () => {
  test.each([
    [metered, 'month', '$0.005 per unit of API calls'],
    [
      { ...metered, unitAmount: '0.000000000001', capAmount: 10_000 },
      'month',
      '$0.00000000000001 per unit of API calls, at most $100 a month',
    ],
    [
      { ...chosen, minimumAmount: 500, presetAmount: 2000 },
      null,
      'Pay what you want, at least $5, $20 suggested',
    ],
    [{ ...chosen, maximumAmount: 1050 }, 'year', 'Pay what you want / year, at most $10.50'],
    [fixed(50), null, '$0.50'],
  ] as const)('%j: %s', (price, interval, line) => {
    expect(priceLine(price, interval)).toBe(line)
  })
})
