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
const metered = {
  amountType: 'metered_unit',
  priceCurrency: 'usd',
  pricing: { scheme: 'unit', unitAmount: '0.5' },
  includedUnits: '0',
  minimumAmount: null,
  capAmount: null,
  meter: { name: 'API calls' },
} satisfies PriceFacts
const tiered = {
  ...metered,
  pricing: {
    scheme: 'graduated',
    tiers: [
      { upTo: '1000', unitAmount: '5', flatAmount: '0' },
      { upTo: null, unitAmount: '0.25', flatAmount: '500' },
    ],
  },
} satisfies PriceFacts

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
      {
        ...metered,
        pricing: { scheme: 'unit', unitAmount: '0.000000000001' },
        capAmount: 10_000,
      },
      'month',
      '$0.00000000000001 per unit of API calls, at most $100 a month',
    ],
    [
      {
        ...metered,
        pricing: { scheme: 'package', packageUnits: '100', packageAmount: '10' },
        includedUnits: '1000',
        minimumAmount: 2000,
      },
      'month',
      'First 1,000 units of API calls included, then $0.10 per 100 units, at least $20 a month',
    ],
    [
      { ...metered, pricing: { scheme: 'package', packageUnits: '2.5', packageAmount: '10' } },
      'month',
      '$0.10 per 2.5 units of API calls',
    ],
    [
      { ...tiered, minimumAmount: 500, capAmount: 1000 },
      'year',
      'API calls in tiers, each unit at its tier, at least $5 and at most $10 a year; ' +
        'Up to 1,000: $0.05 each; Above 1,000: $0.0025 each, plus $5.00 once',
    ],
    [
      { ...tiered, pricing: { ...tiered.pricing, scheme: 'volume' }, includedUnits: '5.5' },
      null,
      'First 5.5 units of API calls included, then in tiers, all units at the tier reached; ' +
        'Up to 1,000: $0.05 each; Above 1,000: $0.0025 each, plus $5.00 once',
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
