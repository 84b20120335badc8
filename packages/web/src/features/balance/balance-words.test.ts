import { currency } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { partsOf, taxPartsOf } from './balance-words.ts'

const balance = {
  currency: currency.parse('eur'),
  availableAmount: 700,
  soldAmount: 1000,
  refundedAmount: 100,
  disputedAmount: 0,
  lostAmount: 200,
  processorFeeAmount: 0,
  settledAmount: 0,
  taxAmount: 0,
  taxes: [],
  customerBalanceAmount: 0,
}

describe('what is available', () => {
  it('is made of what was sold, and of what has gone from it', () => {
    const parts = partsOf(balance)
    expect(parts).toEqual([
      { label: 'Sold', amount: 1000 },
      { label: 'Refunded', amount: -100 },
      { label: 'Lost in disputes', amount: -200 },
    ])
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance.availableAmount)
  })
})

describe('whose tax it is', () => {
  it.each([
    ['DE', null, 'Germany'],
    ['US', 'CA', 'California, United States'],
    ['CA', 'XX', 'XX, Canada'],
    [null, null, 'Place unknown'],
  ])('%s %s is %s', (country, state, name) => {
    const taxes = [{ country, state, amount: 19 }]
    expect(taxPartsOf({ ...balance, taxes })).toEqual([{ label: name, amount: 19 }])
  })
})
