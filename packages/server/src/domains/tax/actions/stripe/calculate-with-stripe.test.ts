import { currency, id as idOf } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import {
  createOrganization,
  type OwnedOrganization,
} from '../../../../../test/owned-organization.ts'
import { newBackend } from '../../../../../test/sellers.ts'
import { testServer } from '../../../../../test/server.ts'
import { type StandIn, startStandIn } from '../../../../../test/stand-in.ts'
import { newRegistration } from '../../../../../test/tax.ts'
import { minorUnits } from '../../../../kernel/money.ts'
import { systemClock } from '../../../../platform/clock.ts'
import type { TaxedSale, TaxResult } from '../../rules/tax-calculation.ts'
import { calculateTax } from '../calculate-tax.ts'

const db = testDatabase()
const server = testServer(db)
const organizationId = idOf('organization')

let stripe: StandIn
let shop: OwnedOrganization
let idle: OwnedOrganization

beforeAll(async () => {
  stripe = await startStandIn()
  shop = await createOrganization(server.current)
  idle = await createOrganization(server.current)
  const backend = await newBackend(server.current, shop, ['organizations:write'])
  await newRegistration(backend, { country: 'US', state: 'CA' })
})
afterAll(() => stripe.stop())

type Breakdown = Stripe.Tax.Calculation['tax_breakdown'][number]
type Details = Breakdown['tax_rate_details']

const rate = (details: Partial<Details>): Details => ({
  country: 'US',
  flat_amount: null,
  percentage_decimal: '0.0',
  rate_type: 'percentage',
  state: 'CA',
  tax_type: 'sales_tax',
  ...details,
})

const part = (amount: number, details: Partial<Details>, reason = 'standard_rated'): Breakdown => ({
  amount,
  inclusive: false,
  tax_rate_details: rate(details),
  taxability_reason: reason,
  taxable_amount: 1000,
})

const calculation = (amount: number, tax_breakdown: Breakdown[]) => ({
  id: 'taxcalc_1',
  object: 'tax.calculation',
  tax_amount_exclusive: amount,
  tax_breakdown,
})

const losAngeles = {
  line1: '1 Main Street',
  line2: null,
  postalCode: '90001',
  city: 'Los Angeles',
  state: 'US-CA',
  country: 'US',
}

function tax(sale: Partial<TaxedSale> = {}, { of = shop, isOn = true } = {}): Promise<TaxResult> {
  const { config } = server.current
  const keys = { secretKey: 'sk_test_1', apiUrl: stripe.url, tax: isOn }
  return calculateTax(
    {
      config: { ...config, stripe: { ...config.stripe, ...keys } },
      clock: systemClock,
      uowFactory: { database: db.database, clock: systemClock, wake: () => {} },
    },
    {
      organizationId: organizationId.parse(of.id),
      reference: 'checkout-1',
      currency: currency.parse('usd'),
      netAmount: minorUnits(1000),
      address: losAngeles,
      taxId: null,
      isBusiness: false,
      ...sale,
    },
  )
}

describe('with Stripe Tax', () => {
  beforeEach(() =>
    stripe.respondWith(200, calculation(95, [part(95, { percentage_decimal: '9.5' })])),
  )

  it('Stripe calculates the tax', async () => {
    expect(await tax()).toEqual({
      amount: 95,
      reason: 'standard_rated',
      rate: {
        rateType: 'percentage',
        basisPoints: 950,
        amount: null,
        displayName: 'Sales tax',
        country: 'US',
        state: 'CA',
        subdivision: null,
      },
      calculationId: 'taxcalc_1',
    })
    const [request] = stripe.requests
    expect(request?.path).toBe('/v1/tax/calculations')
    expect(request?.headers.authorization).toBe('Bearer sk_test_1')
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      currency: 'usd',
      'line_items[0][amount]': '1000',
      'line_items[0][reference]': 'checkout-1',
      'line_items[0][tax_behavior]': 'exclusive',
      'line_items[0][tax_code]': 'txcd_10000000',
      'customer_details[address][country]': 'US',
      'customer_details[address][line1]': '1 Main Street',
      'customer_details[address][line2]': '',
      'customer_details[address][postal_code]': '90001',
      'customer_details[address][city]': 'Los Angeles',
      'customer_details[address][state]': 'CA',
      'customer_details[address_source]': 'billing',
    })
  })

  it('only the tax id of a business is sent', async () => {
    await tax({ taxId: ['911144442', 'us_ein'], isBusiness: true })
    await tax({ taxId: ['911144442', 'us_ein'], isBusiness: false })
    const numbers = stripe.requests.map(({ body }) => {
      const params = new URLSearchParams(body)
      const of = (name: string) => params.get(`customer_details[tax_ids][0][${name}]`)
      return [of('type'), of('value')]
    })
    expect(numbers).toEqual([
      ['us_ein', '911144442'],
      [null, null],
    ])
  })

  it('equal requests have one idempotency key and others have their own', async () => {
    await tax()
    await tax()
    await tax({ netAmount: minorUnits(1001) })
    await tax({ address: { ...losAngeles, postalCode: '90002' } })
    const keys = stripe.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(keys[1]).toBe(keys[0])
    expect(new Set(keys).size).toBe(3)
  })

  it.each<[string, () => Promise<TaxResult>, object]>([
    ['there is no registration', () => tax({}, { of: idle }), { reason: 'not_collecting' }],
    ['the sale is free', () => tax({ netAmount: minorUnits(0) }), { amount: 0 }],
    ['the address is unknown', () => tax({ address: null }), { incomplete: true }],
    ['Stripe Tax is disabled', () => tax({}, { isOn: false }), { amount: 73, calculationId: null }],
  ])('Stripe is not called when %s', async (_title, calculate, expected) => {
    expect(await calculate()).toMatchObject(expected)
    expect(stripe.requests).toEqual([])
  })
})

describe('the result of Stripe', () => {
  const gst = { country: 'CA', state: null, tax_type: 'gst', percentage_decimal: '5.0' }
  const qst = { country: 'CA', state: 'QC', tax_type: 'qst', percentage_decimal: '9.975' }
  const flat: Partial<Details> = {
    rate_type: 'flat_amount',
    flat_amount: { amount: 29, currency: 'usd' },
    tax_type: 'retail_delivery_fee',
  }

  it.each([
    [
      150,
      [part(50, gst), part(100, qst)],
      { basisPoints: 1497.5, displayName: 'GST + QST', country: 'CA', state: 'QC' },
    ],
    [29, [part(29, flat)], { rateType: 'flat_amount', amount: 29, basisPoints: null }],
    [29, [part(29, flat)], { displayName: 'Tax' }],
    [
      80,
      [part(0, {}, 'not_subject_to_tax'), part(80, { percentage_decimal: '8' })],
      { basisPoints: 800 },
    ],
  ])('of %s in several taxes becomes one rate', async (amount, deps, expected) => {
    stripe.respondWith(200, calculation(amount, deps))
    expect(await tax()).toMatchObject({ amount, reason: 'standard_rated', rate: expected })
  })

  it.each([
    ['reverse_charge', 'reverse_charge'],
    ['not_collecting', 'not_collecting'],
    ['not_subject_to_tax', 'not_subject_to_tax'],
    ['not_supported', 'not_supported'],
    ['zero_rated', 'product_exempt'],
    ['customer_exempt', 'product_exempt'],
    ['of_next_year', 'not_supported'],
  ])('with the reason %s becomes %s', async (stripeReason, reason) => {
    stripe.respondWith(200, calculation(0, [part(0, {}, stripeReason)]))
    expect(await tax()).toEqual({ amount: 0, reason, rate: null, calculationId: 'taxcalc_1' })
  })

  it('is incomplete for an incomplete address', async () => {
    const error = { type: 'invalid_request_error', code: 'customer_tax_location_invalid' }
    stripe.respondWith(400, { error: { ...error, message: 'No such place' } })
    expect(await tax({ address: { ...losAngeles, postalCode: null } })).toEqual({
      incomplete: true,
    })
  })

  it('is an error for an account without Stripe Tax', async () => {
    const error = { type: 'invalid_request_error', message: 'Stripe Tax is not activated' }
    stripe.respondWith(400, { error })
    await expect(tax()).rejects.toThrow('Stripe Tax is not activated')
  })

  it('is temporarily unavailable when Stripe fails', async () => {
    stripe.respondWith(500, { error: { type: 'api_error', message: 'A bad day' } })
    await expect(tax()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
