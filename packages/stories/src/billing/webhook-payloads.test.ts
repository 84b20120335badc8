import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import type { Polar } from '@polar-sh/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { uploadPicture, uploadText } from './catalog.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller } from './seller.ts'
import { asToken, subscribeAtCheckout } from './subscriber.ts'
import { acceptingVerifiers, verifiers } from './webhook-verifiers.ts'
import { payloadFaults } from './wire-schema.ts'

const site = testSite()
let receiver: WebhookReceiver
let acme: Seller
let polar: Polar
let calls: ReturnType<typeof asToken>
let secret: string

const scopes = [
  'benefits:write',
  'checkouts:write',
  'custom_fields:write',
  'customers:write',
  'discounts:write',
  'files:write',
  'orders:write',
  'organizations:write',
  'products:write',
  'refunds:write',
  'subscriptions:write',
  'webhooks:write',
]

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  acme = await newSeller(site, 'acme')
  const { token } = await newToken(acme, scopes)
  polar = asBackend(site, token)
  calls = asToken(site, token)
  const body = { url: receiver.url, format: 'raw', events: webhookEventTypes }
  secret = textAt((await calls.post('/webhooks/endpoints', body)).body, 'secret')
  await runYearOfSales()
  await site.server.deliverDue()
})
afterAll(() => receiver.stop())

/** Does everything that a seller and their customers can do, to cause every type of event. */
async function runYearOfSales(): Promise<void> {
  await polar.organizations.update({
    id: acme.organizationId,
    organizationUpdate: {
      name: 'Acme Trading',
      socials: [{ platform: 'github', url: 'https://github.com/acme' }],
    },
  })
  const { book, gym, plans } = await createCatalog()
  await changeCustomers()
  await sell(book)
  await changeSubscriptions(gym, plans)
  // The sandbox delays a refund only when it is triggered.
  expect(await calls.post('/webhooks/trigger', { event: 'refund.updated' })).toMatchObject({
    status: 202,
  })
  await correctLastOrder()
}

/** Orders get their invoice number shortly after the payment; later events contain it. */
async function correctLastOrder(): Promise<void> {
  const { result } = await polar.orders.list({ limit: 1 })
  const path = `/orders/${result.items[0]?.id}`
  await eventually(async () => {
    const { body } = await calls.get(path)
    expect(body).toMatchObject({ invoice_number: expect.stringMatching(/./) })
  })
  const input = { billing_name: 'Ada Corrected', billing_address: { country: 'DE' } }
  expect(await calls.patch(path, input)).toMatchObject({ status: 200 })
}

async function createCatalog() {
  const { benefits, customFields, products } = polar
  const benefit = await benefits.create({
    type: 'license_keys',
    description: 'A key to the works',
    properties: { prefix: 'ACME', expires: { ttl: 1, timeframe: 'year' } },
  })
  await benefits.update({
    id: benefit.id,
    requestBody: { type: 'license_keys', description: 'A key to everything' },
  })
  const size = await customFields.create({
    type: 'select',
    slug: 'size',
    name: 'Size',
    properties: { options: [{ value: 's', label: 'Small' }] },
  })
  const book = await products.create({
    name: 'Book',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
    medias: [await uploadPicture(polar)],
    attachedCustomFields: [{ customFieldId: size.id, required: false }],
    metadata: { shelf: 7 },
  })
  await products.updateBenefits({
    id: book.id,
    productBenefitsUpdate: { benefits: [benefit.id] },
  })
  const gym = await products.create({
    name: 'Gym',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2000 }],
  })
  const plans = await benefits.create({
    type: 'downloadables',
    description: 'Training plans',
    properties: { files: [await uploadText(polar, 'spring')] },
  })
  await products.updateBenefits({
    id: gym.id,
    productBenefitsUpdate: { benefits: [plans.id] },
  })
  return { book: book.id, gym: gym.id, plans: plans.id }
}

async function changeCustomers(): Promise<void> {
  const { id } = await polar.customers.create({
    email: 'works@customer.test',
    name: 'Works GmbH',
    externalId: 'works-1',
    billingAddress: { country: 'DE', postalCode: '10115', city: 'Berlin' },
    taxId: ['DE136695976', 'eu_vat'],
    metadata: { vip: true },
  })
  await polar.customers.update({ id, customerUpdate: { name: 'Works AG' } })
  await polar.customers.delete({ id })
}

async function sell(product: string): Promise<void> {
  const { checkouts, discounts, orders, refunds } = polar
  const discount = await discounts.create({
    name: 'Ten',
    type: 'percentage',
    basisPoints: 1000,
    duration: 'once',
  })
  const { id: checkoutId, clientSecret } = await checkouts.create({
    products: [product],
    discountId: discount.id,
    customFieldData: { size: 's' },
    metadata: { campaign: 'spring' },
    customerIpAddress: '203.0.113.7',
  })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerEmail: 'ada@customer.test',
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  const order = await eventually(async () => {
    const { result } = await orders.list({ checkoutId })
    return result.items[0] ?? expect.fail('there is no order yet')
  })
  await refunds.create({ orderId: order.id, reason: 'customer_request', amount: 100 })
}

/** A month passes, and the files of the benefit change. */
async function changeSubscriptions(product: string, plans: string): Promise<void> {
  const email = 'bob@customer.test'
  const { id } = await subscribeAtCheckout(site, polar, { email, product })
  const change = (subscriptionUpdate: { cancelAtPeriodEnd: boolean }) =>
    polar.subscriptions.update({ id, subscriptionUpdate })
  await change({ cancelAtPeriodEnd: true })
  await change({ cancelAtPeriodEnd: false })
  expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
  const files = [await uploadText(polar, 'summer')]
  await polar.benefits.update({
    id: plans,
    requestBody: { type: 'downloadables', properties: { files } },
  })
  await site.server.settle()
  await polar.subscriptions.revoke({ id })
}

/** These versions of the client don't know disputes, and none knows changed credits, usage limits and top-ups. */
const knownEventTypes = webhookEventTypes.filter(
  (type) => !/^(dispute|customer_meter|usage_limit|top_up)\./.test(type),
)

describe('the events of a year of sales', () => {
  it('have every supported type', () => {
    const types = new Set(receiver.received.map(({ type }) => type))
    expect([...types].toSorted()).toEqual(knownEventTypes.toSorted())
  })

  it.each(knownEventTypes)('of type %s are verified and parsed by every client', async (type) => {
    const events = receiver.received.filter((one) => one.type === type)
    for (const one of events) {
      expect(await acceptingVerifiers(one, secret)).toEqual(Object.keys(verifiers))
      expect(payloadFaults(type, JSON.parse(one.body))).toEqual([])
    }
  })

  it('arrive in order', () => {
    const sequences = receiver.received.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  })
})

describe('the last event about', () => {
  const lastOf = (kind: string) => {
    const events = receiver.received.filter(({ type }) => type.startsWith(`${kind}.`))
    return events.at(-1)?.data ?? expect.fail(`there is no ${kind}`)
  }
  it.each([
    ['order', '/orders/'],
    ['subscription', '/subscriptions/'],
    ['product', '/products/'],
    ['benefit', '/benefits/'],
    ['checkout', '/checkouts/'],
  ])('%s equals the object in the API', async (kind, path) => {
    const data = lastOf(kind)
    const { status, body } = await calls.get(`${path}${String(data['id'])}`)
    expect(status).toBe(200)
    expect(data).toEqual(body)
  })
})

describe('the payload check', () => {
  it('finds missing fields, wrong types and unknown values', () => {
    const event = receiver.received.find(({ type }) => type === 'order.paid')
    const { data } = JSON.parse(event?.body ?? '{}')
    const { total_amount: _, ...less } = data
    expect(payloadFaults('order.paid', { type: 'order.paid', data: less })).toEqual([
      '.data.total_amount is missing',
    ])
    const wrong = { ...data, status: 'settled', created_at: 'yesterday' }
    expect(payloadFaults('order.paid', { type: 'order.paid', data: wrong })).toHaveLength(2)
    expect(payloadFaults('order.lost', { type: 'order.lost', data })).toHaveLength(1)
  })
})
