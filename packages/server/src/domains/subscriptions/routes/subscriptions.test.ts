import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { newMeter } from '../../../../test/meters.ts'
import { billByUsage, fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newFreeSubscription, newPlan, subscriptionCalls } from '../../../../test/subscriptions.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await subscriptionCalls(server.current, acme)
})

const nobodys = '00000000-0000-7000-8000-000000000000'

const namesAbout = async (id: string) =>
  (await eventsOf(server.current, acme))
    .filter(({ objectId }) => objectId === id)
    .map(({ name }) => name)

describe('somebody is subscribed to a free product', () => {
  it('with an order of nothing, told in the order in which it happened', async () => {
    const plan = await newPlan(calls, 0)
    const customer = await newCustomer(calls)
    const answer = await calls.post('/subscriptions/', {
      product_id: plan.id,
      customer_id: customer.id,
      metadata: { campaign: 'spring' },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'active',
        amount: 0,
        currency: 'usd',
        recurring_interval: 'month',
        customer_id: customer.id,
        product: { id: plan.id, name: 'Free plan' },
        prices: [{ amount_type: 'free' }],
        meters: [],
        metadata: { campaign: 'spring' },
        pending_update: null,
        ended_at: null,
      },
    })
    const id = String(answer.body?.['id'])
    expect(await namesAbout(id)).toEqual([
      'subscription.created',
      'subscription.active',
      'subscription.updated',
    ])
    const { body } = await calls.get(`/orders/?customer_id=${customer.id}`)
    expect(body).toMatchObject({
      items: [
        {
          status: 'paid',
          total_amount: 0,
          billing_reason: 'subscription_create',
          subscription_id: id,
          subscription: { id, status: 'active', amount: 0, product_id: plan.id },
        },
      ],
    })
  })

  it('by the id that the seller has for them', async () => {
    const plan = await newPlan(calls, 0)
    const customer = await newCustomer(calls, { external_id: 'their-17' })
    const wish = { product_id: plan.id, external_customer_id: 'their-17' }
    expect(await calls.post('/subscriptions/', wish)).toMatchObject({
      status: 201,
      body: { customer: { id: customer.id } },
    })
  })

  it('once, unless the organization allows several', async () => {
    const { customer_id, product_id } = await newFreeSubscription(calls)
    const again = () => calls.post('/subscriptions/', { customer_id, product_id })
    expect(briefOf(await again())).toBe('403 AlreadyActiveSubscriptionError')
    const allow = (isAllowed: boolean) =>
      calls.patch(`/organizations/${acme.id}/billing-settings`, {
        allow_multiple_subscriptions: isAllowed,
      })
    expect(await allow(true)).toMatchObject({ status: 200 })
    expect(await again()).toMatchObject({ status: 201 })
    await allow(false)
  })

  it('once, however many ask at the same time', async () => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newPlan(calls, 0)
    const wish = { customer_id, product_id }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => calls.post('/subscriptions/', wish)),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '201',
      '403',
      '403',
      '403',
      '403',
    ])
  })

  it('once, where the call is repeated with its key', async () => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newPlan(calls, 0)
    const key = { 'idempotency-key': `subscribe-${customer_id}` }
    const wish = { customer_id, product_id }
    const first = await calls.post('/subscriptions/', wish, key)
    expect((await calls.post('/subscriptions/', wish, key)).text).toBe(first.text)
  })
})

describe('nobody is subscribed without a checkout', () => {
  const asked = async (product: object, customer: object = {}) => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newProduct(calls, product)
    return calls.post('/subscriptions/', { product_id, customer_id, ...customer })
  }
  const monthly = { recurring_interval: 'month' }
  const wrongProduct = '422 RequestValidationError body.product_id'

  it('to what costs something', async () => {
    expect(briefOf(await asked({ ...monthly, prices: [fixedPrice()] }))).toBe(wrongProduct)
    const named = { amount_type: 'custom' }
    expect(briefOf(await asked({ ...monthly, prices: [named] }))).toBe(wrongProduct)
  })

  it('to what is billed by usage', async () => {
    await billByUsage(server.current.database, acme)
    const { id } = await newMeter(calls)
    const answer = await asked({ ...monthly, prices: [meteredPrice(id)] })
    expect(briefOf(answer)).toBe(wrongProduct)
    expect(answer.text).toContain('billed by usage')
  })

  it('to what is bought once, to what is archived, to nothing', async () => {
    expect(briefOf(await asked({ prices: [{ amount_type: 'free' }] }))).toBe(wrongProduct)
    const plan = await newPlan(calls, 0)
    await calls.patch(`/products/${plan.id}`, { is_archived: true })
    const { id: customer_id } = await newCustomer(calls)
    for (const product_id of [plan.id, nobodys]) {
      const answer = await calls.post('/subscriptions/', { product_id, customer_id })
      expect(briefOf(answer)).toBe(wrongProduct)
    }
  })

  it.each([
    ['nobody', {}, 'customer_id'],
    ['somebody unknown', { customer_id: nobodys }, 'customer_id'],
    ['an id that nobody has', { external_customer_id: 'none' }, 'external_customer_id'],
    ['two', { customer_id: nobodys, external_customer_id: 'none' }, 'customer_id'],
  ])('as %s', async (_who, who, field) => {
    const { id: product_id } = await newPlan(calls, 0)
    const answer = await calls.post('/subscriptions/', { product_id, ...who })
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${field}`)
  })
})

it('a subscription that isn’t theirs is not found', async () => {
  const other = await found(server.current)
  const theirs = await newFreeSubscription(await subscriptionCalls(server.current, other))
  for (const id of [theirs.id, nobodys]) {
    const path = `/subscriptions/${id}`
    const notFound = '404 ResourceNotFound'
    expect(briefOf(await calls.get(path))).toBe(notFound)
    expect(briefOf(await calls.patch(path, { revoke: true }))).toBe(notFound)
    expect(briefOf(await calls.remove(path))).toBe(notFound)
    expect(briefOf(await calls.post(`${path}/preview`, { revoke: true }))).toBe(notFound)
    expect(briefOf(await calls.get(`${path}/next-invoice`))).toBe(notFound)
  }
})
