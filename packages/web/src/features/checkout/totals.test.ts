import { describe, expect, test } from 'vitest'
import { type Draft, draftOf } from './draft.ts'
import { sumsOf, withProduct } from './totals.ts'
import type { Checkout } from './wire.ts'

const price = {
  id: 'price',
  createdAt: '2027-03-14T15:09:26.000Z',
  modifiedAt: null,
  visibility: 'public',
  isArchived: false,
  productId: 'icons',
  type: 'one_time',
  recurringInterval: null,
} as const
const custom = {
  ...price,
  amountType: 'custom',
  priceCurrency: 'usd',
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: 2000,
} as const
const product = { id: 'icons', prices: [custom] }
const free = { id: 'free', prices: [{ ...price, amountType: 'free' }] }
const fixed = {
  id: 'fixed',
  prices: [{ ...price, amountType: 'fixed', priceCurrency: 'usd', priceAmount: 2900 }],
}

/** The parts of a checkout that totals depend on. */
function checkoutWith(facts: object): Checkout {
  const made = {
    amount: 2000,
    discountAmount: 0,
    netAmount: 2000,
    taxAmount: 500,
    totalAmount: 2500,
    dueAmount: 2500,
    discount: null,
    product,
    productPrice: custom,
    products: [product, free, fixed],
    customFieldData: {},
    customerBillingAddress: null,
    ...facts,
  }
  return JSON.parse(JSON.stringify(made))
}

const typed = (checkout: Checkout, amount: string): Draft => ({ ...draftOf(checkout), amount })

describe('the totals', () => {
  test('are the server’s unless another amount is typed', () => {
    const checkout = checkoutWith({})
    const sums = { amount: 2000, discount: 0, tax: 500, total: 2500, credit: 0, due: 2500 }
    expect(sumsOf(checkout, typed(checkout, '20.00'))).toEqual(sums)
    expect(sumsOf(checkout, typed(checkout, 'twenty'))).toEqual(sums)
  })

  test.each([
    [{ type: 'percentage', basisPoints: 3333 }, 333],
    [{ type: 'fixed', amount: 300 }, 300],
    [{ type: 'fixed', amount: 30_000 }, 999],
  ])('follow the typed amount, with the discount %j, without tax', (discount, off) => {
    const checkout = checkoutWith({ discount })
    expect(sumsOf(checkout, typed(checkout, '9.99'))).toEqual({
      amount: 999,
      discount: off,
      tax: null,
      total: 999 - off,
      credit: 0,
      due: 999 - off,
    })
  })
})

describe('another product', () => {
  test.each([
    ['free', { amount: 0, totalAmount: 0, isPaymentFormRequired: false, isFreeProductPrice: true }],
    ['fixed', { amount: 2900, taxAmount: null, totalAmount: 2900, isPaymentFormRequired: true }],
    ['icons', { amount: 2000, isPaymentRequired: true }],
  ])('%s has its own price', (id, facts) => {
    expect(withProduct(checkoutWith({}), id)).toMatchObject({ productId: id, ...facts })
  })

  test('that isn’t offered changes nothing', () => {
    const checkout = checkoutWith({})
    expect(withProduct(checkout, 'other')).toBe(checkout)
    expect(withProduct(checkout, null)).toBe(checkout)
  })
})
