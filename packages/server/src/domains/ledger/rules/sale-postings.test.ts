import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { planSale } from './sale-postings.ts'

const booked = (net: number, tax: number, applied: number) =>
  planSale({
    netAmount: minorUnits(net),
    taxAmount: minorUnits(tax),
    taxPlace: 'DE',
    appliedAmount: minorUnits(applied),
  })

const lines = (...of: Parameters<typeof booked>) =>
  booked(...of).map(({ account, debit, credit }) => `${account} ${credit - debit}`)

it.each([
  [
    'charged whole',
    [1000, 190, 0],
    ['seller_payable 1000', 'tax_payable 190', 'cash_at_processor -1190'],
  ],
  [
    'charged in part',
    [1000, 190, 400],
    ['seller_payable 1000', 'tax_payable 190', 'customer_balance -400', 'cash_at_processor -790'],
  ],
  ['paid by a balance', [1000, 0, 1000], ['seller_payable 1000', 'customer_balance -1000']],
  [
    'a credit',
    [-1000, -190, -1190],
    ['seller_payable -1000', 'tax_payable -190', 'customer_balance 1190'],
  ],
  [
    'charged with a debt',
    [1000, 0, -49],
    ['seller_payable 1000', 'customer_balance 49', 'cash_at_processor -1049'],
  ],
  ['nothing', [0, 0, 0], []],
] as const)('an order: %s', (_what, [net, tax, applied], expected) => {
  expect(lines(net, tax, applied)).toEqual(expected)
})

test('every order balances, with lines of one side each', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(amount, amount, amount, (net, tax, applied) => {
      const plan = booked(net, tax, applied)
      expect(plan.reduce((all, { debit, credit }) => all + debit - credit, 0)).toBe(0)
      expect(plan.every(({ debit, credit }) => (debit === 0) !== (credit === 0))).toBe(true)
      expect(plan.every(({ debit, credit }) => debit >= 0 && credit >= 0)).toBe(true)
    }),
  )
})
