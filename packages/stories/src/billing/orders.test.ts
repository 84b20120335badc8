import type { Polar } from '@polar-sh/sdk'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { RefundAmountTooHigh } from '@polar-sh/sdk/models/errors/refundamounttoohigh.js'
import { RefundedAlready } from '@polar-sh/sdk/models/errors/refundedalready.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { Polar as NewerPolar } from 'polar-sdk-034'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, call, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let guide: string

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'discounts:write',
  'orders:write',
  'refunds:write',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  await collectTaxIn('DE')
  const product = await backend().products.create({
    name: 'Guide',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
  })
  guide = product.id
})

async function collectTaxIn(country: string): Promise<void> {
  const body = { organization_id: acme.organizationId, country }
  expect((await call(acme.person, 'POST', '/tax-registrations/', body)).status).toBe(201)
}

const backend = () => asBackend(site, token)
const newerBackend = () => new NewerPolar({ serverURL: site.url, accessToken: token })

type CheckoutFields = Partial<Parameters<Polar['checkouts']['create']>[0]>

/** A buyer from Germany buys the guide with a good card. Returns the order. */
async function buy(customerEmail: string, fields: CheckoutFields = {}) {
  const { checkouts, orders } = backend()
  const { id: checkoutId, clientSecret } = await checkouts.create({ products: [guide], ...fields })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerEmail,
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  return vi.waitFor(
    async () => {
      const { result } = await orders.list({ checkoutId })
      const [order] = result.items
      if (order === undefined) throw new Error('there is no order yet')
      return order
    },
    { timeout: 30_000, interval: 50 },
  )
}

const regret = { reason: 'customer_request' } as const

describe('the backend of Acme', () => {
  it('lists and gets orders in the shape of the client', async () => {
    const { orders, discounts } = backend()
    const discount = await discounts.create({
      name: 'Ten',
      type: 'percentage',
      basisPoints: 1000,
      duration: 'once',
    })
    const order = await buy('ada@buyer.test', {
      discountId: discount.id,
      metadata: { campaign: 'spring' },
    })
    expect(order).toMatchObject({
      status: 'paid',
      paid: true,
      subtotalAmount: 1000,
      discountAmount: 100,
      netAmount: 900,
      amount: 900,
      taxAmount: 171,
      totalAmount: 1071,
      currency: 'usd',
      billingReason: 'purchase',
      billingAddress: { country: 'DE' },
      productId: guide,
      product: { id: guide, name: 'Guide' },
      customer: { email: 'ada@buyer.test', name: 'Ada Buyer' },
      userId: order.customerId,
      discountId: discount.id,
      discount: { name: 'Ten', basisPoints: 1000 },
      subscription: null,
      metadata: { campaign: 'spring' },
      items: [{ label: 'Guide', amount: 1000, taxAmount: 171, proration: false }],
    })
    expect(await orders.get({ id: order.id })).toEqual(order)
    const unknownId = '01890000-0000-7000-8000-000000000000'
    expect(await thrown(orders.get({ id: unknownId }))).toBeInstanceOf(ResourceNotFound)
    const found = await orders.list({
      productId: guide,
      productBillingType: ['one_time'],
      customerId: order.customerId,
      discountId: discount.id,
      metadata: { campaign: 'spring' },
      sorting: ['-customer', 'net_amount'],
    })
    expect(found.result.items).toEqual([order])
    const recurring = await orders.list({ productBillingType: 'recurring' })
    expect(recurring.result.items).toEqual([])
  })

  it('updates the billing details of an order', async () => {
    const { orders } = newerBackend()
    const { id } = await buy('grace@buyer.test')
    const billingAddress = { country: 'US', state: 'NY', city: 'New York', line1: '1 Navy St' }
    const orderUpdate = { billingName: 'Grace Hopper', billingAddress }
    expect(await orders.update({ id, orderUpdate })).toMatchObject({
      id,
      billingName: 'Grace Hopper',
      billingAddress: { ...billingAddress, state: 'US-NY', postalCode: null },
      isInvoiceGenerated: false,
    })
    expect(await orders.get({ id })).toMatchObject({ billingName: 'Grace Hopper' })
  })

  it('refunds an order, first a part and then the rest', async () => {
    const { orders, refunds } = backend()
    const { id: orderId, customerId } = await buy('regret@buyer.test')
    const part = await refunds.create({
      orderId,
      reason: 'service_disruption',
      amount: 250,
      comment: 'They were very polite',
      metadata: { ticket: 7 },
    })
    expect(part).toMatchObject({
      status: 'succeeded',
      reason: 'service_disruption',
      amount: 250,
      taxAmount: 48,
      currency: 'usd',
      orderId,
      customerId,
      subscriptionId: null,
      revokeBenefits: false,
      metadata: { ticket: 7 },
    })
    expect(await orders.get({ id: orderId })).toMatchObject({
      status: 'partially_refunded',
      paid: true,
      refundedAmount: 250,
      refundedTaxAmount: 48,
    })
    const refundable = await call(acme.person, 'GET', `/orders/${orderId}/refundable`)
    expect(refundable.body).toEqual({ amount: 750, tax_amount: 142, currency: 'usd' })
    expect(await thrown(refunds.create({ ...regret, orderId, amount: 751 }))).toBeInstanceOf(
      RefundAmountTooHigh,
    )
    const rest = await refunds.create({ ...regret, orderId, amount: 750, revokeBenefits: true })
    expect(rest).toMatchObject({ status: 'succeeded', taxAmount: 142, revokeBenefits: true })
    expect(await orders.get({ id: orderId })).toMatchObject({
      status: 'refunded',
      refundedAmount: 1000,
      refundedTaxAmount: 190,
    })
    expect(await thrown(refunds.create({ ...regret, orderId, amount: 1 }))).toBeInstanceOf(
      RefundedAlready,
    )
    const { result } = await refunds.list({ orderId, succeeded: true, sorting: ['amount'] })
    expect(result.items).toEqual([part, rest])
    const only = await refunds.list({ id: part?.id ?? '', customerId })
    expect(only.result.items).toEqual([part])
  })

  it('receives the errors of invalid refunds', async () => {
    const { refunds } = backend()
    const orderId = '01890000-0000-7000-8000-000000000000'
    const unknown = await thrown(refunds.create({ ...regret, orderId, amount: 1 }))
    expect(unknown).toBeInstanceOf(HTTPValidationError)
    expect(unknown).toMatchObject({ detail: [{ loc: ['body', 'order_id'] }] })
    const reader = asBackend(site, (await newToken(acme, ['orders:read'])).token)
    const denied = await thrown(reader.refunds.create({ ...regret, orderId, amount: 1 }))
    expect(denied).toBeInstanceOf(SDKError)
    expect(denied).toMatchObject({ statusCode: 401 })
  })
})

it('the buyer is mailed about the order and the refund', async () => {
  const { refunds } = backend()
  const { id: orderId } = await buy('mail@buyer.test')
  await refunds.create({ ...regret, orderId, amount: 500 })
  const mails = await site.mailsTo('mail@buyer.test')
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Your order at Acme Works',
    'Your refund at Acme Works',
  ])
})
