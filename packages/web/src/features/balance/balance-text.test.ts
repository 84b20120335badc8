import { currency } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { customerSumOf, partsOf, taxPartsOf } from './balance-text.ts'

const balance = {
  currency: currency.parse('eur'),
  availableAmount: 700,
  soldAmount: 1000,
  refundedAmount: 100,
  disputedAmount: 0,
  lostAmount: 200,
  processorFeeAmount: 0,
  settledAmount: 0,
  adjustedAmount: 0,
  taxAmount: 0,
  taxes: [],
  customerBalanceAmount: 0,
}

describe('the available amount', () => {
  it('consists of sales and all deductions', () => {
    const parts = partsOf(balance)
    expect(parts).toEqual([
      { label: 'Sold', amount: 1000 },
      { label: 'Refunded', amount: -100 },
      { label: 'Lost in disputes', amount: -200 },
    ])
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance.availableAmount)
  })
})

it.each([
  [890, { label: 'Customer credit', amount: 890 }],
  [-890, { label: 'Owed by customers', amount: 890 }],
])('a balance of customers of %i is %j', (customerBalanceAmount, expected) => {
  expect(customerSumOf({ ...balance, customerBalanceAmount })).toMatchObject(expected)
  expect(customerSumOf(balance)).toBeNull()
})

describe('the place of a tax', () => {
  it.each([
    ['DE', null, 'Germany'],
    ['US', 'CA', 'California, United States'],
    ['CA', 'XX', 'XX, Canada'],
    [null, null, 'Unknown location'],
  ])('%s %s is %s', (country, state, name) => {
    const taxes = [{ country, state, amount: 19 }]
    expect(taxPartsOf({ ...balance, taxes })).toEqual([{ label: name, amount: 19 }])
  })
})
