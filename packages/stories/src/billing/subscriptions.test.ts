import type { Polar } from '@polar-sh/sdk'
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { asToken, subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string
let plans: { readonly free: string; readonly pro: string; readonly max: string }

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
  plans = {
    free: await newPlan('Free', 0),
    pro: await newPlan('Pro', 3000),
    max: await newPlan('Max', 9000),
  }
})

const backend = (): Polar => asBackend(site, token)
/** What the official client of this version doesn’t have. */
const raw = () => asToken(site, token)

async function newPlan(name: string, priceAmount: number): Promise<string> {
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

const subscriber = (email: string, product: string, wish = {}) =>
  subscribeAtCheckout(site, backend(), { email, product, ...wish })

describe('the backend of Acme', () => {
  it('finds who subscribed to what, and reads it as the client does', async () => {
    const { subscriptions, discounts, orders } = backend()
    const discount = await discounts.create({
      name: 'Tenth off',
      type: 'percentage',
      basisPoints: 1000,
      duration: 'forever',
    })
    const ada = await subscriber('ada@buyer.test', plans.pro, {
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
      productId: plans.pro,
      product: { name: 'Pro', isRecurring: true },
      customer: { email: 'ada@buyer.test' },
      discount: { name: 'Tenth off', basisPoints: 1000 },
      prices: [{ amountType: 'fixed', priceAmount: 3000 }],
      meters: [],
      metadata: { campaign: 'spring' },
    })
    expect(await subscriptions.get({ id: ada.id })).toEqual(ada)
    const found = await subscriptions.list({
      productId: plans.pro,
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
    const nobodys = '01890000-0000-7000-8000-000000000000'
    expect(await thrown(subscriptions.get({ id: nobodys }))).toBeInstanceOf(ResourceNotFound)
  })

  it('lets somebody leave with their period, come back, and leave at once', async () => {
    const { subscriptions } = backend()
    const { id, currentPeriodEnd } = await subscriber('bob@buyer.test', plans.pro)
    const leaving = await subscriptions.update({
      id,
      subscriptionUpdate: {
        cancelAtPeriodEnd: true,
        customerCancellationReason: 'too_expensive',
        customerCancellationComment: 'Half of it would do',
      },
    })
    expect(leaving).toMatchObject({
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
    const ended = await subscriptions.revoke({ id })
    expect(ended).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    expect(await thrown(subscriptions.revoke({ id }))).toBeInstanceOf(AlreadyCanceledSubscription)
    const again = await thrown(subscriptions.update({ id, subscriptionUpdate: { revoke: true } }))
    expect(again).toBeInstanceOf(AlreadyCanceledSubscription)
    const over = await thrown(subscriptions.update({ id, subscriptionUpdate }))
    expect(over).toBeInstanceOf(SDKError)
    expect(over).toMatchObject({ statusCode: 410 })
  })

  it('sees what a change costs, and then makes it', async () => {
    const { subscriptions, orders } = backend()
    const { id, customerId } = await subscriber('carla@buyer.test', plans.pro)
    const { body: preview } = await raw().post(`/subscriptions/${id}/preview`, {
      product_id: plans.max,
      proration_behavior: 'invoice',
    })
    expect(preview).toMatchObject({ proration_behavior: 'invoice', amount: 9000 })
    const changed = await subscriptions.update({
      id,
      subscriptionUpdate: { productId: plans.max, prorationBehavior: 'invoice' },
    })
    expect(changed).toMatchObject({ productId: plans.max, amount: 9000 })
    const { body: next } = await raw().get(`/subscriptions/${id}/next-invoice`)
    expect(next).toMatchObject({ invoice: { total_amount: 9000, due_amount: 9000 } })
    const { result } = await orders.list({ customerId, sorting: ['created_at'] })
    expect(result.items.map(({ billingReason }) => billingReason)).toEqual([
      'subscription_create',
      'subscription_update',
    ])
    const same = await thrown(
      subscriptions.update({ id, subscriptionUpdate: { productId: plans.max } }),
    )
    expect(same).toBeInstanceOf(HTTPValidationError)
    expect(same).toMatchObject({ detail: [{ loc: ['body', 'product_id'] }] })
  })

  it('subscribes somebody it knows to what is free', async () => {
    const { customers, subscriptions } = backend()
    const dora = await customers.create({ email: 'dora@buyer.test', externalId: 'dora-7' })
    const { status, body } = await raw().post('/subscriptions/', {
      product_id: plans.free,
      external_customer_id: 'dora-7',
    })
    expect(status).toBe(201)
    const shown = await subscriptions.get({ id: textAt(body, 'id') })
    expect(shown).toMatchObject({ status: 'active', amount: 0, customerId: dora.id })
  })

  it('asks what somebody has, by our id and by its own', async () => {
    const { customers, subscriptions } = backend()
    const emil = await customers.create({ email: 'emil@buyer.test', externalId: 'emil-9' })
    const wish = { product_id: plans.free, customer_id: emil.id }
    const { body } = await raw().post('/subscriptions/', wish)
    const state = await customers.getState({ id: emil.id })
    expect(state).toMatchObject({
      email: 'emil@buyer.test',
      activeSubscriptions: [{ id: textAt(body, 'id'), status: 'active', productId: plans.free }],
      grantedBenefits: [],
      activeMeters: [],
    })
    expect(await customers.getStateExternal({ externalId: 'emil-9' })).toEqual(state)
    await subscriptions.revoke({ id: textAt(body, 'id') })
    expect((await customers.getState({ id: emil.id })).activeSubscriptions).toEqual([])
  })

  it('takes them all away as a table', async () => {
    const table = await backend().subscriptions.export({})
    expect(table).toEqual(expect.stringContaining('Email,Created At,Active,Product,Price,Currency'))
    expect(table).toEqual(expect.stringContaining('ada@buyer.test,'))
  })
})
