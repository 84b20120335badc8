import { describe, expect, it } from 'vitest'
import { overdueSum } from './overdue-sum.ts'

describe('what is overdue', () => {
  it.each([
    [[], null],
    [[{ amount: 0, currency: 'usd' }], null],
    [[{ amount: 50_000, currency: 'usd' }], '$500.00'],
    [
      [
        { amount: 50_000, currency: 'usd' },
        { amount: 2000, currency: 'eur' },
        { amount: 69, currency: 'usd' },
      ],
      '$500.69 and €20.00',
    ],
  ])('%j is shown as %s', (payments, text) => {
    expect(overdueSum(payments)).toBe(text)
  })
})
