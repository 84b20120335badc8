import type { Polar } from '@polar-sh/sdk'
import { ExpiredCheckoutError } from '@polar-sh/sdk/models/errors/expiredcheckouterror.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotOpenCheckout } from '@polar-sh/sdk/models/errors/notopencheckout.js'
import { PaymentError } from '@polar-sh/sdk/models/errors/paymenterror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { Polar as NewerPolar } from 'polar-sdk-034'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hour, testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let guide: string

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'discounts:write',
  'custom_fields:write',
  'orders:read',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  guide = await newProduct('Guide', { amountType: 'fixed', priceAmount: 2900 })
})

const backend = () => asBackend(site, token)
const buyer = () => asAnonymous(site)

type Price = NonNullable<Parameters<Polar['products']['create']>[0]>['prices'][number]

async function newProduct(name: string, price: Price): Promise<string> {
  const prices = [price]
  const product = await backend().products.create({ name, recurringInterval: null, prices })
  return product.id
}

const card = (confirmationTokenId = 'tok_sandbox_ok') => ({
  customerEmail: 'Ada@example.com',
  customerName: 'Ada Buyer',
  customerBillingAddress: { country: 'DE' },
  confirmationTokenId,
})

const succeeded = (id: string) =>
  vi.waitFor(
    async () => {
      const checkout = await backend().checkouts.get({ id })
      expect(checkout.status).toBe('succeeded')
      return checkout
    },
    { timeout: 30_000, interval: 50 },
  )

describe('a buyer of Acme', () => {
  it('buys with a good card', async () => {
    const { checkouts, orders } = backend()
    const checkout = await checkouts.create({
      products: [guide],
      customerExternalId: 'user-1',
      metadata: { campaign: 'spring', rank: 1.5 },
      successUrl: 'https://acme.test/thanks?checkout={CHECKOUT_ID}',
    })
    expect(checkout).toMatchObject({
      status: 'open',
      totalAmount: 2900,
      customerExternalId: 'user-1',
      metadata: { campaign: 'spring', rank: 1.5 },
      successUrl: `https://acme.test/thanks?checkout=${checkout.id}`,
      url: `${site.url}/checkout/${checkout.clientSecret}`,
    })
    const { clientSecret } = checkout
    const seen = await buyer().checkouts.clientGet({ clientSecret })
    expect(seen).toMatchObject({ id: checkout.id, organization: { name: 'Acme Works' } })
    const changed = await buyer().checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { customerName: 'Ada' },
    })
    expect(changed.customerName).toBe('Ada')
    const confirmed = await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: card(),
    })
    expect(confirmed).toMatchObject({ status: 'confirmed', totalAmount: 2900 })
    expect(confirmed.customerSessionToken).toMatch(/^guildhall_cst_/)
    const done = await succeeded(checkout.id)
    const { result } = await orders.list({ checkoutId: checkout.id })
    expect(result.items).toMatchObject([
      { status: 'paid', totalAmount: 2900, customerId: done.customerId },
    ])
    const customer = await backend().customers.getExternal({ externalId: 'user-1' })
    expect(customer).toMatchObject({
      id: done.customerId,
      email: 'Ada@example.com',
      name: 'Ada Buyer',
    })
  })

  it('is not impersonated by a backend that may only read', async () => {
    const song = await newProduct('Free song', { amountType: 'free' })
    const { id: customerId } = await backend().customers.create({ email: 'eve@example.com' })
    const made = await backend().checkouts.create({ products: [song], customerId })
    const reading = (await newToken(acme, ['checkouts:read'])).token
    const newer = new NewerPolar({ accessToken: reading, serverURL: site.url })
    const closed = { id: made.id, clientSecret: '', url: '', successUrl: '' }
    for (const { checkouts } of [asBackend(site, reading), newer]) {
      expect(await checkouts.get({ id: made.id })).toMatchObject(closed)
      const { result } = await checkouts.list({ customerId })
      expect(result.items).toMatchObject([closed])
      expect(JSON.stringify(result)).not.toContain(made.clientSecret)
    }
    const writing = await backend().checkouts.get({ id: made.id })
    expect(writing).toMatchObject({ clientSecret: made.clientSecret, url: made.url })
  })

  it('sees why a card was declined, and pays with another one', async () => {
    const { id, clientSecret } = await backend().checkouts.create({ products: [guide] })
    const pay = (confirmationTokenId: string) =>
      buyer().checkouts.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: card(confirmationTokenId),
      })
    const declined = await thrown(pay('tok_sandbox_insufficient_funds'))
    expect(declined).toBeInstanceOf(PaymentError)
    expect(String(declined)).toContain('There isn’t enough money on your card')
    expect(await buyer().checkouts.clientGet({ clientSecret })).toMatchObject({ status: 'open' })
    await pay('tok_sandbox_ok')
    await succeeded(id)
    expect(await thrown(pay('tok_sandbox_ok'))).toBeInstanceOf(NotOpenCheckout)
  })

  it('authenticates with the bank first', async () => {
    const { id, clientSecret } = await backend().checkouts.create({ products: [guide] })
    const { paymentProcessorMetadata } = await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: card('tok_sandbox_authenticate'),
    })
    expect(paymentProcessorMetadata).toMatchObject({ intent_status: 'requires_action' })
    const secret = paymentProcessorMetadata['intent_client_secret']
    const answered = await fetch(`${site.url}/v1/sandbox/authentications/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'confirmed' }),
    })
    expect(answered.status).toBe(200)
    await succeeded(id)
  })

  it('gets a free product without a card', async () => {
    const leaflet = await newProduct('Leaflet', { amountType: 'free' })
    const { id, clientSecret } = await backend().checkouts.create({ products: [leaflet] })
    const confirmed = await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { customerEmail: 'reader@example.com' },
    })
    expect(confirmed).toMatchObject({ isFreeProductPrice: true, totalAmount: 0 })
    await succeeded(id)
  })

  it('chooses the amount', async () => {
    const song = await newProduct('Song', { amountType: 'custom', minimumAmount: 200 })
    const { id, clientSecret } = await backend().checkouts.create({ products: [song] })
    const low = buyer().checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { amount: 100 },
    })
    expect(await thrown(low)).toBeInstanceOf(HTTPValidationError)
    await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { ...card(), amount: 700 },
    })
    expect(await succeeded(id)).toMatchObject({ amount: 700, totalAmount: 700 })
  })

  it('buys as a business with a VAT id', async () => {
    const { id, clientSecret } = await backend().checkouts.create({ products: [guide] })
    const confirmed = await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        ...card(),
        customerEmail: 'office@example.com',
        isBusinessCustomer: true,
        customerBillingName: 'Ada GmbH',
        customerTaxId: 'DE 136 695 976',
        customerBillingAddress: {
          country: 'DE',
          line1: 'Hauptstraße 1',
          postalCode: '10115',
          city: 'Berlin',
        },
      },
    })
    expect(confirmed).toMatchObject({ customerTaxId: 'DE136695976', isBusinessCustomer: true })
    const { customerId } = await succeeded(id)
    const customer = await backend().customers.get({ id: customerId ?? '' })
    expect(customer.taxId).toEqual(['DE136695976', 'eu_vat'])
  })

  it('uses a discount', async () => {
    await backend().discounts.create({
      name: 'Half',
      type: 'percentage',
      basisPoints: 5000,
      duration: 'once',
      code: 'HALF',
    })
    const { id, clientSecret } = await backend().checkouts.create({ products: [guide] })
    const checkoutConfirmStripe = { ...card(), discountCode: 'half' }
    await buyer().checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe })
    expect(await succeeded(id)).toMatchObject({
      discountAmount: 1450,
      totalAmount: 1450,
      discount: { name: 'Half', code: 'HALF', basisPoints: 5000 },
    })
  })

  it('creates the checkout in the browser, and follows it on the stream', async () => {
    const created = await fetch(`${site.url}/v1/checkouts/client/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ product_id: guide }),
    })
    expect(created.status).toBe(201)
    const clientSecret = textAt(await created.json(), 'client_secret')
    const stream = await fetch(`${site.url}/v1/checkouts/client/${clientSecret}/stream`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    await buyer().checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: card() })
    const events = await stream.text()
    expect(events).toContain('{"key":"checkout.updated","payload":{"status":"open"}}')
    expect(events).toContain('"key":"checkout.order_created"')
    expect(events.trimEnd()).toMatch(
      /"checkout.webhook_event_delivered","payload":\{"status":"succeeded"\}\}$/,
    )
  })

  it('finds an expired checkout', async () => {
    const { clientSecret } = await backend().checkouts.create({ products: [guide] })
    site.advanceTime(hour)
    const late = await thrown(buyer().checkouts.clientGet({ clientSecret }))
    expect(late).toBeInstanceOf(ExpiredCheckoutError)
  })
})

describe('the backend of Acme', () => {
  it('updates, lists and gets checkouts', async () => {
    const { checkouts } = backend()
    const { id } = await checkouts.create({ products: [guide] })
    const changed = await checkouts.update({
      id,
      checkoutUpdate: { metadata: { seen: true }, allowDiscountCodes: false },
    })
    expect(changed).toMatchObject({ metadata: { seen: true }, allowDiscountCodes: false })
    const { result } = await checkouts.list({ status: 'open', productId: guide, limit: 1 })
    expect(result.items).toEqual([changed])
    expect(await checkouts.get({ id })).toEqual(changed)
    const unknownId = '00000000-0000-7000-8000-000000000000'
    expect(await thrown(checkouts.get({ id: unknownId }))).toBeInstanceOf(ResourceNotFound)
  })

  it('keeps metadata for the customer that the client can read', async () => {
    const { checkouts } = backend()
    const customerMetadata = { plan: 'pro', seats: 5, isNew: true }
    const made = await checkouts.create({ products: [guide], customerMetadata })
    expect(made).toMatchObject({ customerMetadata })
    const loc = ['body', 'customer_metadata', 'ratio']
    for (const [method, path] of [
      ['POST', '/checkouts/'],
      ['PATCH', `/checkouts/${made.id}`],
    ] as const) {
      const answer = await fetch(`${site.url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(method === 'POST' && { products: [guide] }),
          customer_metadata: { ratio: 0.5 },
        }),
      })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ detail: [{ loc }] })
    }
    const { result } = await checkouts.list({ limit: 100 })
    expect(result.items.map(({ id }) => id)).toContain(made.id)
  })

  it('finds an optional checkbox that was left out unchecked', async () => {
    const polar = backend()
    const field = await polar.customFields.create({
      type: 'checkbox',
      slug: 'newsletter',
      name: 'Newsletter',
      properties: {},
    })
    const { id: product } = await polar.products.create({
      name: 'Leaflet',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
      attachedCustomFields: [{ customFieldId: field.id, required: false }],
    })
    const { id, clientSecret } = await polar.checkouts.create({ products: [product] })
    await buyer().checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { customerEmail: 'quiet@example.com' },
    })
    expect(await succeeded(id)).toMatchObject({ customFieldData: { newsletter: false } })
    const { result } = await polar.orders.list({ checkoutId: id })
    expect(result.items).toMatchObject([{ customFieldData: { newsletter: false } }])
  })

  it('names the customer in the fields of newer clients', async () => {
    const { checkouts } = new NewerPolar({ serverURL: site.url, accessToken: token })
    const created = await checkouts.create({ products: [guide], externalCustomerId: 'user-34' })
    expect(created).toMatchObject({ externalCustomerId: 'user-34', customerExternalId: 'user-34' })
    expect(await checkouts.get({ id: created.id })).toEqual(created)
    const { clientSecret } = created
    const confirmed = await checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { ...card(), customerEmail: 'newer@example.com' },
    })
    expect(confirmed.status).toBe('confirmed')
  })
})
