import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits, sum } from '../../../kernel/money.ts'
import { amountsOf, spreadDiscount, spreadTax } from './order-amounts.ts'

/** The items of an order, each with its part of the discount. */
function itemsOf(amounts: readonly number[], discount: number) {
  const prices = amounts.map((amount) => minorUnits(amount))
  const discounts = spreadDiscount(minorUnits(discount), prices)
  return prices.map((amount, at) => ({
    amount,
    discountAmount: discounts[at] ?? minorUnits(0),
  }))
}

function spread(amounts: readonly number[], discount: number, tax: number) {
  const items = itemsOf(amounts, discount)
  const taxes = spreadTax(minorUnits(tax), items)
  return items.map(({ discountAmount }, at) => [discountAmount, taxes[at]])
}

test.each([
  ['one item takes all', [1000], 100, 171, [[100, 171]]],
  [
    'by price, and the earlier item takes the odd cent',
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
    'tax by the net amount after the discount',
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
    'a discount of the whole price',
    [700, 300],
    1000,
    0,
    [
      [700, 0],
      [300, 0],
    ],
  ],
])('discount and tax are spread over the items: %s', (_what, amounts, discount, tax, expected) => {
  expect(spread(amounts, discount, tax)).toEqual(expected)
})

test.each([
  [190, [1000], [190]],
  [-190, [-1500, 500], [-285, 95]],
  [228, [4500, -1500, -1800], [855, -285, -342]],
  [0, [500, -500], [0, 0]],
])('tax of %i is spread over %j as %j', (tax, amounts, expected) => {
  const items = amounts.map((amount) => ({
    amount: minorUnits(amount),
    discountAmount: minorUnits(0),
  }))
  expect(spreadTax(minorUnits(tax), items)).toEqual(expected)
})

test('an order comes to its items less the discount, and the tax on top', () => {
  expect(amountsOf(itemsOf([700, 300], 100), minorUnits(171))).toEqual({
    subtotalAmount: 1000,
    discountAmount: 100,
    netAmount: 900,
    taxAmount: 171,
    totalAmount: 1071,
  })
})

const amountMax = 99_999_999

test('the parts always add up, and no item is discounted by more than its price', () => {
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
      const items = itemsOf(amounts, discount)
      const taxes = spreadTax(minorUnits(tax), items)
      expect(sum(items.map(({ discountAmount }) => discountAmount))).toBe(discount)
      expect(sum(taxes)).toBe(tax)
      for (const item of items) {
        expect(item.discountAmount).toBeGreaterThanOrEqual(0)
        expect(item.discountAmount).toBeLessThanOrEqual(item.amount)
      }
      for (const taxAmount of taxes) expect(taxAmount).toBeGreaterThanOrEqual(0)
      const { netAmount, totalAmount } = amountsOf(items, minorUnits(tax))
      expect(totalAmount).toBe(netAmount + tax)
    }),
  )
})
