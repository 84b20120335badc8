import { describe, expect, test } from 'vitest'
import {
  aDiscount,
  aPrice,
  aProduct,
  contentFor,
  inCountry,
  knowing,
} from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { type Change, planCheckoutChange } from './checkout-change.ts'
import type { CheckoutContent } from './content.ts'
import { selectedPrice } from './price-choice.ts'

const course = aProduct()
const song = aProduct({ prices: [aPrice('custom')] })
const gone = aProduct({ isArchived: true })
const products = [course, song, gone]

const plan = (change: Partial<Change> = {}, before: Partial<CheckoutContent> = {}) =>
  planCheckoutChange(knowing(products), {
    content: contentFor(course, before),
    price: selectedPrice(course),
    discount: null,
    input: {},
    isComplete: false,
    ...change,
  })

test('absent fields stay', () => {
  const before = { customerName: 'Ada', metadata: { a: 1 }, customerEmail: 'a@b.test' }
  expect(plan({}, before)).toEqual(contentFor(course, before))
})

describe('another product', () => {
  test('has its own price', () => {
    expect(plan({ input: { productId: song.id } })).toMatchObject({
      productId: song.id,
      productPriceId: song.prices[0]?.id,
      amount: 1000,
    })
    const amount = minorUnits(700)
    expect(plan({ input: { productId: song.id, amount } })).toMatchObject({ amount: 700 })
    const byPrice = { productPriceId: song.prices[0]?.id }
    expect(plan({ input: byPrice })).toMatchObject({ productId: song.id })
  })

  test('keeps a discount that applies to it, and drops another', () => {
    const both = aDiscount([course.id, song.id])
    const one = aDiscount([course.id])
    const ended = aDiscount([course.id, song.id], { isRedeemable: false })
    const input = { productId: song.id }
    expect(plan({ discount: both, input })).toMatchObject({
      discountId: both.id,
      discountAmount: 100,
    })
    expect(plan({ discount: one, input })).toMatchObject({ discountId: null, discountAmount: 0 })
    expect(plan({ discount: ended, input })).toMatchObject({ discountId: null })
    expect(plan({ discount: ended })).toMatchObject({ discountId: ended.id })
  })

  test.each([
    ['that is not offered', { productId: newId('product') }, 'checkout_product_not_offered'],
    [
      'by a price that is not offered',
      { productPriceId: newId('productPrice') },
      'checkout_price_not_offered',
    ],
    ['archived', { productId: gone.id }, 'checkout_product_archived'],
  ])('%s is refused', (_name, input, refused) => {
    expect(plan({ input })).toMatchObject({ refused })
  })
})

describe('a discount', () => {
  const ten = aDiscount([course.id])
  const named = (discount: typeof ten | null) => ({ field: 'discount_code' as const, discount })

  test('can be added and removed', () => {
    expect(plan({ requestedDiscount: named(ten) })).toMatchObject({
      discountId: ten.id,
      discountAmount: 100,
    })
    expect(plan({ discount: ten, requestedDiscount: null })).toMatchObject({
      discountId: null,
      discountAmount: 0,
    })
  })

  test.each([
    ['unknown', null, 'checkout_discount_unknown'],
    ['over', aDiscount([course.id], { isRedeemable: false }), 'checkout_discount_unknown'],
    ['for other products', aDiscount([song.id]), 'checkout_discount_not_applicable'],
  ])('%s is refused', (_name, discount, refused) => {
    const details = { loc: ['body', 'discount_code'] }
    expect(plan({ requestedDiscount: named(discount) })).toEqual({ refused, details })
  })
})

describe('the buyer', () => {
  const business: Partial<CheckoutContent> = {
    isBusinessCustomer: true,
    customerBillingName: 'Ada GmbH',
    customerBillingAddress: inCountry('DE'),
    customerTaxId: ['DE1', 'eu_vat'],
  }

  test.each<[string, object, object]>([
    ['keeps the tax id in the same country', {}, { customerTaxId: ['DE1', 'eu_vat'] }],
    [
      'switches to a private purchase',
      { isBusinessCustomer: false, customerTaxId: 'DE2' },
      { customerTaxId: null, customerBillingName: null, isBusinessCustomer: false },
    ],
    ['clears the tax id', { customerTaxId: null }, { customerTaxId: null }],
    [
      'moves within the country',
      { customerBillingAddress: inCountry('DE', { city: 'Bonn' }) },
      { customerTaxId: ['DE1', 'eu_vat'] },
    ],
    [
      'moves with another tax id',
      { customerBillingAddress: inCountry('FR'), customerTaxId: 'FR1' },
      { customerTaxId: ['FR1', 'eu_vat'] },
    ],
    [
      'removes the address',
      { customerBillingAddress: null },
      { customerBillingAddress: null, customerTaxId: null },
    ],
  ])('%s', (_name, input, expected) => {
    expect(plan({ input }, business)).toMatchObject(expected)
  })

  test.each<[string, object, object, string]>([
    ['an invalid tax id', { customerTaxId: 'FR1' }, business, 'checkout_tax_id_invalid'],
    [
      'the old tax id in another country',
      { customerBillingAddress: inCountry('FR') },
      business,
      'checkout_tax_id_invalid',
    ],
    ['a tax id without country', { customerTaxId: 'DE1' }, {}, 'checkout_tax_id_country_missing'],
  ])('%s is refused', (_name, input, before, refused) => {
    expect(plan({ input }, before)).toMatchObject({ refused })
  })

  test('keeps the email address of a known customer', () => {
    const known = { customerId: newId('customer'), customerEmail: 'a@b.test' }
    const input = { customerEmail: 'other@b.test', customerExternalId: 'other' }
    expect(plan({ input }, known)).toMatchObject({
      customerEmail: 'a@b.test',
      customerExternalId: null,
    })
    expect(plan({ input })).toMatchObject({
      customerEmail: 'other@b.test',
      customerExternalId: 'other',
    })
  })
})
