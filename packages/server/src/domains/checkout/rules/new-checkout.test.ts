import { describe, expect, test } from 'vitest'
import { aDiscount, aPrice, aProduct, inCountry, knowing } from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { type NewCheckout, planNewCheckout } from './new-checkout.ts'

const course = aProduct()

const plan = (beginning: Partial<NewCheckout> = {}) =>
  planNewCheckout(knowing([course]), {
    input: {},
    product: course,
    discount: null,
    customer: null,
    upgradeOf: null,
    ...beginning,
  })

const taxId: NonNullable<NewCheckout['customer']>['taxId'] = ['DE1', 'eu_vat']
const customer = {
  id: newId('customer'),
  email: 'ada@example.com',
  name: 'Ada',
  externalId: 'user-1',
  billingAddress: inCountry('DE', { city: 'Bonn' }),
  taxId,
}

test('absent fields have defaults', () => {
  expect(plan()).toMatchObject({
    amount: 1000,
    allowDiscountCodes: true,
    requireBillingAddress: false,
    isBusinessCustomer: false,
    customerId: null,
    isCustomerGiven: false,
    metadata: {},
  })
})

describe('a customer that the seller named', () => {
  test('fills absent fields', () => {
    expect(plan({ customer })).toMatchObject({
      customerId: customer.id,
      isCustomerGiven: true,
      customerEmail: 'ada@example.com',
      customerName: 'Ada',
      customerExternalId: 'user-1',
      customerBillingAddress: customer.billingAddress,
      customerTaxId: ['DE1', 'eu_vat'],
      requireBillingAddress: true,
    })
    const input = {
      customerName: 'Eve',
      customerEmail: 'eve@example.com',
      customerBillingAddress: inCountry('FR'),
    }
    expect(plan({ customer, input })).toMatchObject({
      customerName: 'Eve',
      customerEmail: 'ada@example.com',
      customerBillingAddress: inCountry('FR'),
      customerTaxId: null,
    })
  })

  test('may have an unknown state', () => {
    const billingAddress = inCountry('US', { state: 'Bavaria' })
    expect(plan({ customer: { ...customer, billingAddress } })).toMatchObject({
      customerBillingAddress: { country: 'US', state: null },
    })
  })
})

describe('the whole address is required after', () => {
  test.each([
    ['a country only', inCountry('DE'), false],
    ['a city', inCountry('DE', { city: 'Bonn' }), true],
    ['a street', inCountry('DE', { line1: 'Hauptstraße 1' }), true],
    ['a postal code', inCountry('US', { postalCode: '93650' }), true],
    ['a state where there is a list of them', inCountry('US', { state: 'CA' }), false],
    ['a state of another country', inCountry('DE', { state: 'Bavaria' }), true],
  ])('%s', (_name, customerBillingAddress, requireBillingAddress) => {
    expect(plan({ input: { customerBillingAddress } })).toMatchObject({ requireBillingAddress })
  })
})

describe('a discount', () => {
  test('reduces the amount', () => {
    const discount = aDiscount([course.id])
    expect(plan({ discount })).toMatchObject({ discountId: discount.id, discountAmount: 100 })
  })

  test.each([
    [
      'that has ended',
      aDiscount([course.id], { isRedeemable: false }),
      'checkout_discount_unknown',
    ],
    ['for other products', aDiscount([]), 'checkout_discount_not_applicable'],
  ])('%s is refused', (_name, discount, refused) => {
    const details = { loc: ['body', 'discount_id'] }
    expect(plan({ discount })).toEqual({ refused, details })
  })
})

test('an amount outside the limits is refused', () => {
  const product = aProduct({ prices: [{ ...aPrice('custom'), minimumAmount: minorUnits(700) }] })
  expect(plan({ product, input: { amount: minorUnits(600) } })).toMatchObject({
    refused: 'checkout_amount_low',
  })
})
