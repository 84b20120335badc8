import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { fixedPrice, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newFreeSubscription,
  newRecurringProduct,
  subscriptionCalls,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { server, acme, calls } = sellingServer(subscriptionScopes)

const unknownId = '00000000-0000-7000-8000-000000000000'

const namesAbout = async (id: string) =>
  (await eventsOf(server.current, acme))
    .filter(({ objectId }) => objectId === id)
    .map(({ name }) => name)

describe('creating a free subscription', () => {
  it('places an order of zero, with events in order', async () => {
    const plan = await newRecurringProduct(calls, 0)
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

  it('accepts the external id of a customer', async () => {
    const plan = await newRecurringProduct(calls, 0)
    const customer = await newCustomer(calls, { external_id: 'their-17' })
    const input = { product_id: plan.id, external_customer_id: 'their-17' }
    expect(await calls.post('/subscriptions/', input)).toMatchObject({
      status: 201,
      body: { customer: { id: customer.id } },
    })
  })

  it('is refused for a second one, unless the organization allows several', async () => {
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

  it('succeeds once for concurrent calls', async () => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newRecurringProduct(calls, 0)
    const input = { customer_id, product_id }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => calls.post('/subscriptions/', input)),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '201',
      '403',
      '403',
      '403',
      '403',
    ])
  })

  it('is answered alike when repeated with its idempotency key', async () => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newRecurringProduct(calls, 0)
    const key = { 'idempotency-key': `startSubscription-${customer_id}` }
    const input = { customer_id, product_id }
    const first = await calls.post('/subscriptions/', input, key)
    expect((await calls.post('/subscriptions/', input, key)).text).toBe(first.text)
  })
})

describe('creating a subscription is refused', () => {
  const create = async (product: object, customer: object = {}) => {
    const { id: customer_id } = await newCustomer(calls)
    const { id: product_id } = await newProduct(calls, product)
    return calls.post('/subscriptions/', { product_id, customer_id, ...customer })
  }
  const monthly = { recurring_interval: 'month' }
  const wrongProduct = '422 RequestValidationError body.product_id'

  it('for paid products', async () => {
    expect(briefOf(await create({ ...monthly, prices: [fixedPrice()] }))).toBe(wrongProduct)
    const named = { amount_type: 'custom' }
    expect(briefOf(await create({ ...monthly, prices: [named] }))).toBe(wrongProduct)
  })

  it('for one-time, archived and unknown products', async () => {
    expect(briefOf(await create({ prices: [{ amount_type: 'free' }] }))).toBe(wrongProduct)
    const plan = await newRecurringProduct(calls, 0)
    await calls.patch(`/products/${plan.id}`, { is_archived: true })
    const { id: customer_id } = await newCustomer(calls)
    for (const product_id of [plan.id, unknownId]) {
      const answer = await calls.post('/subscriptions/', { product_id, customer_id })
      expect(briefOf(answer)).toBe(wrongProduct)
    }
  })

  it.each([
    ['no customer', {}, 'customer_id'],
    ['an unknown customer', { customer_id: unknownId }, 'customer_id'],
    ['an unknown external id', { external_customer_id: 'none' }, 'external_customer_id'],
    ['two customers', { customer_id: unknownId, external_customer_id: 'none' }, 'customer_id'],
  ])('for %s', async (_case, customer, field) => {
    const { id: product_id } = await newRecurringProduct(calls, 0)
    const answer = await calls.post('/subscriptions/', { product_id, ...customer })
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${field}`)
  })
})

it('subscriptions of other organizations are not found', async () => {
  const other = await createOrganization(server.current)
  const theirs = await newFreeSubscription(await subscriptionCalls(server.current, other))
  for (const id of [theirs.id, unknownId]) {
    const path = `/subscriptions/${id}`
    const notFound = '404 ResourceNotFound'
    expect(briefOf(await calls.get(path))).toBe(notFound)
    expect(briefOf(await calls.patch(path, { revoke: true }))).toBe(notFound)
    expect(briefOf(await calls.remove(path))).toBe(notFound)
    expect(briefOf(await calls.post(`${path}/preview`, { revoke: true }))).toBe(notFound)
    expect(briefOf(await calls.get(`${path}/next-invoice`))).toBe(notFound)
  }
})
