import type { Polar } from '@polar-sh/sdk'
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { asToken, subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string
let products: { readonly free: string; readonly pro: string; readonly max: string }

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'discounts:write',
  'orders:read',
  'subscriptions:write',
]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  products = {
    free: await newMonthlyProduct('Free', 0),
    pro: await newMonthlyProduct('Pro', 3000),
    max: await newMonthlyProduct('Max', 9000),
  }
})

const backend = (): Polar => asBackend(site, token)
/** For calls that the official client of this version lacks. */
const raw = () => asToken(site, token)

async function newMonthlyProduct(name: string, priceAmount: number): Promise<string> {
  const price =
    priceAmount === 0
      ? ({ amountType: 'free' } as const)
      : ({ amountType: 'fixed', priceAmount } as const)
  const { id } = await backend().products.create({
    name,
    recurringInterval: 'month',
    prices: [price],
  })
  return id
}

const subscriber = (email: string, product: string, order = {}) =>
  subscribeAtCheckout(site, backend(), { email, product, ...order })

describe('a seller’s backend', () => {
  it('gets and lists subscriptions with the official client', async () => {
    const { subscriptions, discounts, orders } = backend()
    const discount = await discounts.create({
      name: 'Tenth off',
      type: 'percentage',
      basisPoints: 1000,
      duration: 'forever',
    })
    const ada = await subscriber('ada@buyer.test', products.pro, {
      discountId: discount.id,
      metadata: { campaign: 'spring' },
    })
    expect(ada).toMatchObject({
      status: 'active',
      amount: 2700,
      currency: 'usd',
      recurringInterval: 'month',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      productId: products.pro,
      product: { name: 'Pro', isRecurring: true },
      customer: { email: 'ada@buyer.test' },
      discount: { name: 'Tenth off', basisPoints: 1000 },
      prices: [{ amountType: 'fixed', priceAmount: 3000 }],
      meters: [],
      metadata: { campaign: 'spring' },
    })
    expect(await subscriptions.get({ id: ada.id })).toEqual(ada)
    const found = await subscriptions.list({
      productId: products.pro,
      customerId: ada.customerId,
      discountId: discount.id,
      active: true,
      metadata: { campaign: 'spring' },
      sorting: ['-amount', 'customer', 'product', 'discount'],
    })
    expect(found.result.items).toEqual([ada])
    const { result } = await orders.list({ customerId: ada.customerId })
    expect(result.items).toMatchObject([
      {
        billingReason: 'subscription_create',
        netAmount: 2700,
        subscriptionId: ada.id,
        subscription: { id: ada.id, status: 'active', amount: 2700 },
      },
    ])
    const unknownId = '01890000-0000-7000-8000-000000000000'
    expect(await thrown(subscriptions.get({ id: unknownId }))).toBeInstanceOf(ResourceNotFound)
  })

  it('cancels at the end of the period, undoes it, and revokes immediately', async () => {
    const { subscriptions } = backend()
    const { id, currentPeriodEnd } = await subscriber('bob@buyer.test', products.pro)
    const canceled = await subscriptions.update({
      id,
      subscriptionUpdate: {
        cancelAtPeriodEnd: true,
        customerCancellationReason: 'too_expensive',
        customerCancellationComment: 'Half of it would do',
      },
    })
    expect(canceled).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      endsAt: currentPeriodEnd,
      endedAt: null,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Half of it would do',
    })
    const subscriptionUpdate = { cancelAtPeriodEnd: false }
    expect(await subscriptions.update({ id, subscriptionUpdate })).toMatchObject({
      cancelAtPeriodEnd: false,
      endsAt: null,
    })
    const revoked = await subscriptions.revoke({ id })
    expect(revoked).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    expect(await thrown(subscriptions.revoke({ id }))).toBeInstanceOf(AlreadyCanceledSubscription)
    const again = await thrown(subscriptions.update({ id, subscriptionUpdate: { revoke: true } }))
    expect(again).toBeInstanceOf(AlreadyCanceledSubscription)
    const refused = await thrown(subscriptions.update({ id, subscriptionUpdate }))
    expect(refused).toBeInstanceOf(SDKError)
    expect(refused).toMatchObject({ statusCode: 410 })
  })

  it('previews the cost of a change and then makes it', async () => {
    const { subscriptions, orders } = backend()
    const { id, customerId } = await subscriber('carla@buyer.test', products.pro)
    const { body: preview } = await raw().post(`/subscriptions/${id}/preview`, {
      product_id: products.max,
      proration_behavior: 'invoice',
    })
    expect(preview).toMatchObject({ proration_behavior: 'invoice', amount: 9000 })
    const changed = await subscriptions.update({
      id,
      subscriptionUpdate: { productId: products.max, prorationBehavior: 'invoice' },
    })
    expect(changed).toMatchObject({ productId: products.max, amount: 9000 })
    const { body: next } = await raw().get(`/subscriptions/${id}/next-invoice`)
    expect(next).toMatchObject({ invoice: { total_amount: 9000, due_amount: 9000 } })
    const { result } = await orders.list({ customerId, sorting: ['created_at'] })
    expect(result.items.map(({ billingReason }) => billingReason)).toEqual([
      'subscription_create',
      'subscription_update',
    ])
    const same = await thrown(
      subscriptions.update({ id, subscriptionUpdate: { productId: products.max } }),
    )
    expect(same).toBeInstanceOf(HTTPValidationError)
    expect(same).toMatchObject({ detail: [{ loc: ['body', 'product_id'] }] })
  })

  it('creates a free subscription for a customer', async () => {
    const { customers, subscriptions } = backend()
    const dora = await customers.create({ email: 'dora@buyer.test', externalId: 'dora-7' })
    const { status, body } = await raw().post('/subscriptions/', {
      product_id: products.free,
      external_customer_id: 'dora-7',
    })
    expect(status).toBe(201)
    const shown = await subscriptions.get({ id: textAt(body, 'id') })
    expect(shown).toMatchObject({ status: 'active', amount: 0, customerId: dora.id })
  })

  it('gets the state of a customer by our id and by its own', async () => {
    const { customers, subscriptions } = backend()
    const emil = await customers.create({ email: 'emil@buyer.test', externalId: 'emil-9' })
    const order = { product_id: products.free, customer_id: emil.id }
    const { body } = await raw().post('/subscriptions/', order)
    const state = await customers.getState({ id: emil.id })
    expect(state).toMatchObject({
      email: 'emil@buyer.test',
      activeSubscriptions: [{ id: textAt(body, 'id'), status: 'active', productId: products.free }],
      grantedBenefits: [],
      activeMeters: [],
    })
    expect(await customers.getStateExternal({ externalId: 'emil-9' })).toEqual(state)
    await subscriptions.revoke({ id: textAt(body, 'id') })
    expect((await customers.getState({ id: emil.id })).activeSubscriptions).toEqual([])
  })

  it('gets an empty state of a user who has not bought anything, and creates nothing', async () => {
    const { customers } = backend()
    const fay = await newPerson(site, 'fay@buyer.test')
    const state = await customers.getStateExternal({ externalId: fay.id })
    expect(state).toMatchObject({
      id: fay.id,
      externalId: fay.id,
      email: '',
      name: null,
      activeSubscriptions: [],
      grantedBenefits: [],
      activeMeters: [],
    })
    const missing = await thrown(customers.getExternal({ externalId: fay.id }))
    expect(missing).toBeInstanceOf(ResourceNotFound)
    const bought = await customers.create({ email: 'fay@buyer.test', externalId: fay.id })
    const known = await customers.getStateExternal({ externalId: fay.id })
    expect(known).toMatchObject({ id: bought.id, email: 'fay@buyer.test' })
  })

  it('exports all subscriptions as CSV', async () => {
    const csv = await backend().subscriptions.export({})
    expect(csv).toEqual(expect.stringContaining('Email,Created At,Active,Product,Price,Currency'))
    expect(csv).toEqual(expect.stringContaining('ada@buyer.test,'))
  })
})
