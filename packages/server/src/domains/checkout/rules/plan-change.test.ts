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
import type { CheckoutContent } from './content.ts'
import { type Change, planChange } from './plan-change.ts'
import { selectedPrice } from './price-choice.ts'

const course = aProduct()
const song = aProduct({ prices: [aPrice('custom')] })
const gone = aProduct({ isArchived: true })
const products = [course, song, gone]

const plan = (change: Partial<Change> = {}, before: Partial<CheckoutContent> = {}) =>
  planChange(knowing(products), {
    content: contentFor(course, before),
    price: selectedPrice(course),
    discount: null,
    wish: {},
    isComplete: false,
    ...change,
  })

test('what isn’t said stays', () => {
  const before = { customerName: 'Ada', metadata: { a: 1 }, customerEmail: 'a@b.test' }
  expect(plan({}, before)).toEqual(contentFor(course, before))
})

describe('another product', () => {
  test('begins with its own price', () => {
    expect(plan({ wish: { productId: song.id } })).toMatchObject({
      productId: song.id,
      productPriceId: song.prices[0]?.id,
      amount: 1000,
    })
    const amount = minorUnits(700)
    expect(plan({ wish: { productId: song.id, amount } })).toMatchObject({ amount: 700 })
    const byPrice = { productPriceId: song.prices[0]?.id }
    expect(plan({ wish: byPrice })).toMatchObject({ productId: song.id })
  })

  test('keeps a discount that is for it, and drops another', () => {
    const both = aDiscount([course.id, song.id])
    const one = aDiscount([course.id])
    const ended = aDiscount([course.id, song.id], { isRedeemable: false })
    const wish = { productId: song.id }
    expect(plan({ discount: both, wish })).toMatchObject({
      discountId: both.id,
      discountAmount: 100,
    })
    expect(plan({ discount: one, wish })).toMatchObject({ discountId: null, discountAmount: 0 })
    expect(plan({ discount: ended, wish })).toMatchObject({ discountId: null })
    expect(plan({ discount: ended })).toMatchObject({ discountId: ended.id })
  })

  test.each([
    ['of no offer', { productId: newId('product') }, 'checkout_product_not_offered'],
    ['by no price', { productPriceId: newId('productPrice') }, 'checkout_price_not_offered'],
    ['archived', { productId: gone.id }, 'checkout_product_archived'],
  ])('%s is refused', (_name, wish, refused) => {
    expect(plan({ wish })).toMatchObject({ refused })
  })
})

describe('a discount', () => {
  const ten = aDiscount([course.id])
  const named = (discount: typeof ten | null) => ({ field: 'discount_code' as const, discount })

  test('is taken and taken away', () => {
    expect(plan({ wantedDiscount: named(ten) })).toMatchObject({
      discountId: ten.id,
      discountAmount: 100,
    })
    expect(plan({ discount: ten, wantedDiscount: null })).toMatchObject({
      discountId: null,
      discountAmount: 0,
    })
  })

  test.each([
    ['unknown', null, 'checkout_discount_unknown'],
    ['over', aDiscount([course.id], { isRedeemable: false }), 'checkout_discount_unknown'],
    ['for others', aDiscount([song.id]), 'checkout_discount_not_applicable'],
  ])('%s is refused', (_name, discount, refused) => {
    const details = { loc: ['body', 'discount_code'] }
    expect(plan({ wantedDiscount: named(discount) })).toEqual({ refused, details })
  })
})

describe('who buys', () => {
  const business: Partial<CheckoutContent> = {
    isBusinessCustomer: true,
    customerBillingName: 'Ada GmbH',
    customerBillingAddress: inCountry('DE'),
    customerTaxId: ['DE1', 'eu_vat'],
  }

  test.each<[string, object, object]>([
    ['stays with the same country', {}, { customerTaxId: ['DE1', 'eu_vat'] }],
    [
      'is no business any more',
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
      'moves with another number',
      { customerBillingAddress: inCountry('FR'), customerTaxId: 'FR1' },
      { customerTaxId: ['FR1', 'eu_vat'] },
    ],
    [
      'has no address any more',
      { customerBillingAddress: null },
      { customerBillingAddress: null, customerTaxId: null },
    ],
  ])('%s', (_name, wish, expected) => {
    expect(plan({ wish }, business)).toMatchObject(expected)
  })

  test.each<[string, object, object, string]>([
    ['a wrong number', { customerTaxId: 'FR1' }, business, 'checkout_tax_id_invalid'],
    [
      'the old number in another country',
      { customerBillingAddress: inCountry('FR') },
      business,
      'checkout_tax_id_invalid',
    ],
    ['a number of nowhere', { customerTaxId: 'DE1' }, {}, 'checkout_tax_id_country_missing'],
    [
      'an unknown state',
      { customerBillingAddress: inCountry('CA', { state: 'Texas' }) },
      {},
      'checkout_state_unknown',
    ],
  ])('%s is refused', (_name, wish, before, refused) => {
    expect(plan({ wish }, before)).toMatchObject({ refused })
  })

  test('a state is stored with its country', () => {
    const wish = { customerBillingAddress: inCountry('CA', { state: 'quebec' }) }
    expect(plan({ wish })).toMatchObject({ customerBillingAddress: { state: 'CA-QC' } })
  })

  test('keeps the address by which the seller knows them', () => {
    const known = { customerId: newId('customer'), customerEmail: 'a@b.test' }
    const wish = { customerEmail: 'other@b.test', customerExternalId: 'other' }
    expect(plan({ wish }, known)).toMatchObject({
      customerEmail: 'a@b.test',
      customerExternalId: null,
    })
    expect(plan({ wish })).toMatchObject({
      customerEmail: 'other@b.test',
      customerExternalId: 'other',
    })
  })
})
