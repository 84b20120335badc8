import type { Polar } from '@polar-sh/sdk'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asAnonymous, asBackend, newSeller, newToken } from './seller.ts'
import { asToken } from './subscriber.ts'

const site = testSite()

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'orders:read',
  'organizations:write',
  'subscriptions:write',
]

const french = { country: 'FR', line1: '1 rue de la Paix', city: 'Paris' }
const swiss = { country: 'CH', city: 'Bern' }
const newYorker = {
  country: 'US',
  state: 'NY',
  line1: '1 Main',
  city: 'New York',
  postal_code: '10001',
}

let polar: Polar
let raw: ReturnType<typeof asToken>
let plan: string
let free: string
let slug = 0

/** A seller who collects in the European Union and in New York. */
async function open(): Promise<void> {
  slug += 1
  const seller = await newSeller(site, `taxed-${slug}`)
  const { token } = await newToken(seller, scopes)
  polar = asBackend(site, token)
  raw = asToken(site, token)
  const places = [
    { country: 'DE', scheme: 'oss' },
    { country: 'US', state: 'US-NY' },
  ]
  for (const place of places) {
    expect(await raw.post('/tax-registrations/', place)).toMatchObject({ status: 201 })
  }
  const subscriptionSettings = {
    allowMultipleSubscriptions: true,
    allowCustomerUpdates: true,
    prorationBehavior: 'invoice',
  } as const
  const organizationUpdate = { subscriptionSettings }
  await polar.organizations.update({ id: seller.organizationId, organizationUpdate })
  plan = await productOf({ amountType: 'fixed', priceAmount: 10_000 })
  free = await productOf({ amountType: 'free' })
}

type Price = Parameters<Polar['products']['create']>[0]['prices'][number]

const productOf = async (price: Price): Promise<string> =>
  (await polar.products.create({ name: 'Plan', recurringInterval: 'month', prices: [price] })).id

const oneTimeProduct = async (): Promise<string> => {
  const prices = [{ amountType: 'fixed', priceAmount: 1000 } as const]
  return (await polar.products.create({ name: 'Once', recurringInterval: null, prices })).id
}

const newCustomer = async (input: object = {}): Promise<string> => {
  const email = `${crypto.randomUUID()}@buyer.test`
  const { status, body } = await raw.post('/customers/', { email, ...input })
  expect(status).toBe(201)
  return textAt(body, 'id')
}

/** A known customer types their address in a checkout that was not made for them. */
async function buy(customerId: string, input: object, product = plan): Promise<string> {
  const { email } = await polar.customers.get({ id: customerId })
  const { id, clientSecret } = await polar.checkouts.create({ products: [product] })
  const confirmation = {
    customer_email: email,
    customer_name: 'Ada Buyer',
    confirmation_token_id: 'tok_sandbox_ok',
    ...input,
  }
  const path = `/checkouts/client/${clientSecret}/confirm`
  expect(await asToken(site, '').post(path, confirmation)).toMatchObject({ status: 200 })
  return vi.waitFor(
    async () => {
      expect(await polar.checkouts.get({ id })).toMatchObject({ status: 'succeeded' })
      const { result } = await polar.subscriptions.list({ customerId })
      const found = result.items.find(({ checkoutId }) => checkoutId === id)
      if (found === undefined) throw new Error('There is no subscription yet')
      return found.id
    },
    { timeout: 30_000, interval: 50 },
  )
}

const startTrial = async (customer_id: string): Promise<string> => {
  const trial_end = new Date((await now()).getTime() + 5 * 86_400_000)
  const created = await raw.post('/subscriptions/', { customer_id, product_id: plan, trial_end })
  expect(created).toMatchObject({ status: 201 })
  return textAt(created.body, 'id')
}

const now = async (): Promise<Date> => new Date(textAt((await raw.get('/clock')).body, 'now'))

const advance = async (days: number): Promise<void> =>
  expect(await raw.post('/clock/advance', { days })).toMatchObject({ status: 200 })

const orderShape = z.object({
  items: z.array(
    z.object({
      tax_amount: z.number(),
      taxability_reason: z.string(),
      billing_name: z.nullable(z.string()),
      billing_address: z.nullable(z.object({ country: z.string(), state: z.nullable(z.string()) })),
    }),
  ),
})

/** The orders of a subscription, oldest first: country, tax, reason. */
async function taxesOf(subscription: string): Promise<string[]> {
  const { body } = await raw.get(`/orders/?subscription_id=${subscription}&sorting=created_at`)
  return orderShape
    .parse(body)
    .items.map(
      ({ billing_address: address, tax_amount, taxability_reason }) =>
        `${address?.state ?? address?.country ?? 'nowhere'} ${tax_amount} ${taxability_reason}`,
    )
}

async function portalOf(customerId: string): Promise<ReturnType<typeof asToken>> {
  const { token } = await polar.customerSessions.create({ customerId })
  return asToken(site, token)
}

const me = '/customer-portal/customers/me'

const card = {
  confirmation_token_id: 'tok_sandbox_ok',
  set_default: true,
  return_url: 'https://example.com',
}

const nextInvoice = async (id: string) => (await raw.get(`/subscriptions/${id}/next-invoice`)).body

const refusedAt = (...path: string[]) => ({
  status: 422,
  body: { error: 'RequestValidationError', detail: [{ loc: ['body', ...path] }] },
})

beforeAll(open)

describe('a subscription is taxed by the details it was bought with', () => {
  it('when the customer was known with another address', async () => {
    const ada = await newCustomer({ billing_address: swiss })
    const subscription = await buy(ada, { customer_billing_address: french })
    expect(await nextInvoice(subscription)).toMatchObject({ invoice: { tax_amount: 2000 } })
    await advance(31)
    const french20 = 'FR 2000 standard_rated'
    expect(await taxesOf(subscription)).toEqual([french20, french20])
    expect(await polar.customers.get({ id: ada })).toMatchObject({
      billingAddress: { country: 'CH' },
    })
  })

  it('when a business owes the tax itself', async () => {
    const ada = await newCustomer({ billing_address: french })
    const subscription = await buy(ada, {
      is_business_customer: true,
      customer_billing_name: 'Ada SARL',
      customer_billing_address: { ...french, postal_code: '75001' },
      customer_tax_id: 'FR83404833048',
    })
    await advance(31)
    const reversed = 'FR 0 reverse_charge'
    expect(await taxesOf(subscription)).toEqual([reversed, reversed])
    const { body } = await raw.get(`/orders/?subscription_id=${subscription}`)
    expect(orderShape.parse(body).items.map(({ billing_name }) => billing_name)).toEqual([
      'Ada SARL',
      'Ada SARL',
    ])
  })

  it('when the seller made another checkout for the customer with other details', async () => {
    const ada = await newCustomer({ billing_address: french })
    const subscription = await buy(ada, { customer_billing_address: french })
    const once = await oneTimeProduct()
    const order = { products: [once], customerId: ada }
    const { clientSecret } = await polar.checkouts.create(order)
    await asAnonymous(site).checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerName: 'Ada Buyer',
        customerBillingAddress: { ...swiss, line1: '1 Gasse', postalCode: '3000' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    await site.server.settle()
    expect(await polar.customers.get({ id: ada })).toMatchObject({
      billingAddress: { country: 'FR' },
    })
    await advance(31)
    expect((await taxesOf(subscription)).at(-1)).toBe('FR 2000 standard_rated')
  })
})

describe('billing details that are changed on purpose', () => {
  it('by the customer hold for the next renewal', async () => {
    const ada = await newCustomer({ billing_address: french })
    const subscription = await buy(ada, { customer_billing_address: french })
    const portal = await portalOf(ada)
    const moved = { billing_address: { country: 'US', state: 'new york', postal_code: '10001' } }
    expect(await portal.patch(me, moved)).toMatchObject({
      status: 200,
      body: { billing_address: { state: 'US-NY' } },
    })
    expect(await nextInvoice(subscription)).toMatchObject({ invoice: { tax_amount: 400 } })
    await advance(31)
    expect((await taxesOf(subscription)).at(-1)).toBe('US-NY 400 standard_rated')
  })

  it('by the seller hold for the next renewal, and what was not changed stays', async () => {
    const ada = await newCustomer({ billing_address: swiss })
    const subscription = await buy(ada, { customer_billing_address: french })
    expect(await raw.patch(`/customers/${ada}`, { name: 'Ada' })).toMatchObject({ status: 200 })
    expect(await nextInvoice(subscription)).toMatchObject({ invoice: { tax_amount: 2000 } })
    const german = { billing_address: { country: 'DE' } }
    expect(await raw.patch(`/customers/${ada}`, german)).toMatchObject({ status: 200 })
    await advance(31)
    expect((await taxesOf(subscription)).at(-1)).toBe('DE 1900 standard_rated')
  })
})

describe('a buyer cannot end the tax', () => {
  it.each([
    ['without an address', null, ['billing_address']],
    ['without a state', { country: 'US' }, ['billing_address', 'state']],
    [
      'with a state that does not exist',
      { country: 'US', state: 'ZZ' },
      ['billing_address', 'state'],
    ],
  ])('%s', async (_title, billing_address, field) => {
    const ada = await newCustomer({ billing_address: newYorker })
    const subscription = await buy(ada, { customer_billing_address: newYorker })
    const portal = await portalOf(ada)
    expect(await portal.patch(me, { billing_address })).toMatchObject(refusedAt(...field))
    expect(await raw.patch(`/customers/${ada}`, { billing_address })).toMatchObject(
      refusedAt(...field),
    )
    await advance(31)
    const taxed = 'US-NY 400 standard_rated'
    expect(await taxesOf(subscription)).toEqual([taxed, taxed])
  })

  it('by an address that is removed before a plan that costs something is chosen', async () => {
    const ada = await newCustomer({ billing_address: french })
    const created = await raw.post('/subscriptions/', { customer_id: ada, product_id: free })
    const subscription = textAt(created.body, 'id')
    const portal = await portalOf(ada)
    expect(await portal.patch(me, { billing_address: null })).toMatchObject({ status: 200 })
    expect(await portal.post(`${me}/payment-methods`, card)).toMatchObject({ status: 201 })
    const path = `/customer-portal/subscriptions/${subscription}`
    expect(await portal.patch(path, { product_id: plan })).toMatchObject({ status: 200 })
    await site.server.settle()
    expect((await taxesOf(subscription)).at(-1)).toBe('FR 2000 standard_rated')
  })

  it('by no address at all when a plan that costs something is chosen', async () => {
    const ada = await newCustomer()
    const created = await raw.post('/subscriptions/', { customer_id: ada, product_id: free })
    const path = `/customer-portal/subscriptions/${textAt(created.body, 'id')}`
    const portal = await portalOf(ada)
    const change = { product_id: plan }
    expect(await portal.post(`${path}/preview`, change)).toMatchObject(refusedAt('product_id'))
    const refused = await portal.patch(path, change)
    expect(refused).toMatchObject(refusedAt('product_id'))
    expect(JSON.stringify(refused.body)).toContain('billing address')
    expect(await portal.patch(me, { billing_address: french })).toMatchObject({ status: 200 })
    expect(await portal.post(`${me}/payment-methods`, card)).toMatchObject({ status: 201 })
    expect(await portal.patch(path, change)).toMatchObject({ status: 200 })
    await site.server.settle()
    const orders = await taxesOf(textAt(created.body, 'id'))
    expect(orders.at(-1)).toBe('FR 2000 standard_rated')
  })
})

describe('a trial that the seller starts without an address', () => {
  it('is billed with a reason of its own, which the seller sees', async () => {
    const ada = await newCustomer()
    const subscription = await startTrial(ada)
    await advance(6)
    expect((await taxesOf(subscription)).at(-1)).toBe('nowhere 0 address_incomplete')
    const { result } = await polar.orders.list({ customerId: ada })
    expect(result.items).toHaveLength(2)
  })

  it('is taxed by the address that the customer adds', async () => {
    const ada = await newCustomer()
    const subscription = await startTrial(ada)
    expect(await (await portalOf(ada)).patch(me, { billing_address: french })).toMatchObject({
      status: 200,
    })
    await advance(6)
    expect((await taxesOf(subscription)).at(-1)).toBe('FR 2000 standard_rated')
  })

  it.each([
    ['the seller made for the customer', true, 'FR 2000 standard_rated'],
    ['a stranger could have paid, which has no effect', false, 'nowhere 0 address_incomplete'],
  ])('is taxed by the address of a later checkout that %s', async (_title, isNamed, expected) => {
    await open()
    const ada = await newCustomer()
    const subscription = await startTrial(ada)
    const products = [await oneTimeProduct()]
    const { email } = await polar.customers.get({ id: ada })
    const { clientSecret } = await polar.checkouts.create({
      products,
      ...(isNamed && { customerId: ada }),
    })
    await asAnonymous(site).checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        ...(!isNamed && { customerEmail: email }),
        customerName: 'Ada Buyer',
        customerBillingAddress: { country: 'FR' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    await advance(6)
    expect((await taxesOf(subscription)).at(-1)).toBe(expected)
  })
})

it('states are stored alike, however they are given', async () => {
  for (const state of ['NY', 'us-ny', 'New York']) {
    const ada = await newCustomer({ billing_address: { country: 'US', state } })
    expect(await polar.customers.get({ id: ada })).toMatchObject({
      billingAddress: { state: 'US-NY' },
    })
  }
})
