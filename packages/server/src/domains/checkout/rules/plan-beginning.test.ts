import { describe, expect, test } from 'vitest'
import { aDiscount, aPrice, aProduct, inCountry, knowing } from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { type Beginning, planBeginning } from './plan-beginning.ts'

const course = aProduct()

const plan = (beginning: Partial<Beginning> = {}) =>
  planBeginning(knowing([course]), {
    wish: {},
    product: course,
    discount: null,
    customer: null,
    upgradeOf: null,
    ...beginning,
  })

const taxId: NonNullable<Beginning['customer']>['taxId'] = ['DE1', 'eu_vat']
const customer = {
  id: newId('customer'),
  email: 'ada@example.com',
  name: 'Ada',
  externalId: 'user-1',
  billingAddress: inCountry('DE', { city: 'Bonn' }),
  taxId,
}

test('what isn’t said is what is usual', () => {
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

describe('a customer whom the seller named', () => {
  test('is who buys, as far as nothing else is said', () => {
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
    const wish = {
      customerName: 'Eve',
      customerEmail: 'eve@example.com',
      customerBillingAddress: inCountry('FR'),
    }
    expect(plan({ customer, wish })).toMatchObject({
      customerName: 'Eve',
      customerEmail: 'ada@example.com',
      customerBillingAddress: inCountry('FR'),
      customerTaxId: null,
    })
  })

  test('may have a state that nobody knows', () => {
    const billingAddress = inCountry('US', { state: 'Bavaria' })
    expect(plan({ customer: { ...customer, billingAddress } })).toMatchObject({
      customerBillingAddress: { country: 'US', state: null },
    })
  })
})

describe('the form shows all of an address that is filled already', () => {
  test.each([
    ['a country only', inCountry('DE'), false],
    ['a city', inCountry('DE', { city: 'Bonn' }), true],
    ['a street', inCountry('DE', { line1: 'Hauptstraße 1' }), true],
    ['a postal code', inCountry('US', { postalCode: '93650' }), true],
    ['a state where there is a list of them', inCountry('US', { state: 'CA' }), false],
    ['a state elsewhere', inCountry('DE', { state: 'Bavaria' }), true],
  ])('%s', (_name, customerBillingAddress, requireBillingAddress) => {
    expect(plan({ wish: { customerBillingAddress } })).toMatchObject({ requireBillingAddress })
  })
})

describe('a discount', () => {
  test('is taken off', () => {
    const discount = aDiscount([course.id])
    expect(plan({ discount })).toMatchObject({ discountId: discount.id, discountAmount: 100 })
  })

  test.each([
    ['that is over', aDiscount([course.id], { isRedeemable: false }), 'checkout_discount_unknown'],
    ['for others', aDiscount([]), 'checkout_discount_not_applicable'],
  ])('%s is refused', (_name, discount, refused) => {
    const details = { loc: ['body', 'discount_id'] }
    expect(plan({ discount })).toEqual({ refused, details })
  })
})

test('an amount out of its bounds is refused', () => {
  const product = aProduct({ prices: [{ ...aPrice('custom'), minimumAmount: minorUnits(700) }] })
  expect(plan({ product, wish: { amount: minorUnits(600) } })).toMatchObject({
    refused: 'checkout_amount_low',
  })
})
