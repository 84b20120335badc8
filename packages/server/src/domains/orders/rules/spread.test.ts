import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits, sum } from '../../../kernel/money.ts'
import { amountsOf, spreadOver } from './spread.ts'

const cents = (...amounts: number[]) => amounts.map((amount) => minorUnits(amount))

const spread = (amounts: readonly number[], discount: number, tax: number) =>
  spreadOver(cents(...amounts), {
    discountAmount: minorUnits(discount),
    taxAmount: minorUnits(tax),
  }).map(({ discountAmount, taxAmount }) => [discountAmount, taxAmount])

test.each([
  ['one item takes all', [1000], 100, 171, [[100, 171]]],
  [
    'by what they cost, the earlier one the odd cent',
    [1000, 1000, 1000],
    100,
    0,
    [
      [34, 0],
      [33, 0],
      [33, 0],
    ],
  ],
  [
    'by the largest remainder',
    [100, 200, 300],
    100,
    95,
    [
      [17, 16],
      [33, 32],
      [50, 47],
    ],
  ],
  [
    'tax by what is left after the discount',
    [1000, 0],
    0,
    190,
    [
      [0, 190],
      [0, 0],
    ],
  ],
  ['a free order', [0], 0, 0, [[0, 0]]],
  [
    'all of it is let off',
    [700, 300],
    1000,
    0,
    [
      [700, 0],
      [300, 0],
    ],
  ],
])('%s', (_what, amounts, discount, tax, expected) => {
  expect(spread(amounts, discount, tax)).toEqual(expected)
})

test('an order comes to its items less the discount, and the tax on top', () => {
  const whole = { discountAmount: minorUnits(100), taxAmount: minorUnits(171) }
  expect(amountsOf(cents(700, 300), whole)).toEqual({
    subtotalAmount: 1000,
    discountAmount: 100,
    netAmount: 900,
    taxAmount: 171,
    totalAmount: 1071,
  })
})

const amountMax = 99_999_999

test('the parts always add up, and no item is let off more than it costs', () => {
  const orders = fc
    .array(fc.integer({ min: 0, max: amountMax }), { minLength: 1, maxLength: 20 })
    .chain((amounts) => {
      const subtotal = amounts.reduce((all, amount) => all + amount, 0)
      return fc.record({ amounts: fc.constant(amounts), discount: fc.nat({ max: subtotal }) })
    })
    .chain(({ amounts, discount }) => {
      const net = amounts.reduce((all, amount) => all + amount, 0) - discount
      return fc.record({
        amounts: fc.constant(amounts),
        discount: fc.constant(discount),
        tax: fc.nat({ max: Math.floor(net / 3) }),
      })
    })
  fc.assert(
    fc.property(orders, ({ amounts, discount, tax }) => {
      const whole = { discountAmount: minorUnits(discount), taxAmount: minorUnits(tax) }
      const items = spreadOver(cents(...amounts), whole)
      expect(sum(items.map(({ discountAmount }) => discountAmount))).toBe(discount)
      expect(sum(items.map(({ taxAmount }) => taxAmount))).toBe(tax)
      for (const item of items) {
        expect(item.discountAmount).toBeGreaterThanOrEqual(0)
        expect(item.discountAmount).toBeLessThanOrEqual(item.amount)
        expect(item.taxAmount).toBeGreaterThanOrEqual(0)
      }
      const { netAmount, totalAmount } = amountsOf(cents(...amounts), whole)
      expect(totalAmount).toBe(netAmount + tax)
    }),
  )
})
