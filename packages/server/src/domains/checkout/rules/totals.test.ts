import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { totalsOf } from './totals.ts'

test.each([
  [1000, 0, null, 1000, 1000],
  [1000, 0, 0, 1000, 1000],
  [1000, 100, 171, 900, 1071],
  [1000, 1000, 0, 0, 0],
])('%i less %i plus %s', (amount, discountAmount, tax, net, total) => {
  const taxAmount = tax === null ? null : minorUnits(tax)
  const parts = { amount: minorUnits(amount), discountAmount: minorUnits(discountAmount) }
  expect(totalsOf({ ...parts, taxAmount })).toEqual({ netAmount: net, totalAmount: total })
})

test('the total is always the amount less the discount plus the tax', () => {
  const money = fc.nat(99_999_999).map(minorUnits)
  fc.assert(
    fc.property(money, money, fc.option(money), (amount, less, taxAmount) => {
      const discountAmount = minorUnits(Math.min(less, amount))
      const { netAmount, totalAmount } = totalsOf({ amount, discountAmount, taxAmount })
      expect(totalAmount).toBe(amount - discountAmount + (taxAmount ?? 0))
      expect(netAmount).toBe(amount - discountAmount)
    }),
  )
})
