import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fileInState, newBenefit } from '../../../../test/benefits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newOrder, orderScopes, runDelayedJobs } from '../../../../test/orders.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer([
  ...new Set([...orderScopes, ...subscriptionScopes, 'benefits:write' as const]),
])

const page = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      benefit_id: z.string(),
      is_granted: z.boolean(),
      is_revoked: z.boolean(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
})

async function grantsOf(query: string) {
  const { status, body } = await calls.get(`/benefit-grants/?limit=100&${query}`)
  expect(status).toBe(200)
  return page.parse(body).items
}

/** The benefits that are held, by their ids. */
const heldBy = async (query: string) =>
  (await grantsOf(query)).filter((one) => one.is_granted).map((one) => one.benefit_id)

const grantEvents = async (id: string) =>
  (await eventsOf(server.current, acme))
    .filter(({ name, payload }) => name.startsWith('benefit_grant') && Object(payload).id === id)
    .map(({ name }) => name)

async function setBenefits(productId: string, benefits: readonly string[]) {
  const answer = await calls.post(`/products/${productId}/benefits`, { benefits })
  expect(answer).toMatchObject({ status: 200 })
}

let note: string
let early: string

beforeAll(async () => {
  note = (await newBenefit(calls, { properties: { note: 'Thank you' } })).id
  early = (await newBenefit(calls)).id
})

async function newGuide(benefits: readonly string[]) {
  const product = await newProduct(calls, {})
  await setBenefits(product.id, benefits)
  return { productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

const buy = async (guide: Awaited<ReturnType<typeof newGuide>>) => {
  const { id: customerId } = await newCustomer(calls)
  const orderId = await newOrder(server.current, acme, { ...guide, customerId })
  return { customerId, orderId }
}

describe('a purchase', () => {
  it('grants the benefits of its product, in their order', async () => {
    const guide = await newGuide([early, note])
    const { customerId, orderId } = await buy(guide)
    const grants = await grantsOf(`order_id=${orderId}`)
    expect(grants.map((one) => one.benefit_id)).toEqual([early, note])
    expect(grants[0]).toMatchObject({
      order_id: orderId,
      subscription_id: null,
      customer_id: customerId,
      customer: { id: customerId },
      benefit: { id: early, type: 'custom' },
      product: { id: guide.productId, name: expect.any(String) },
      is_granted: true,
      is_revoked: false,
      status: 'granted',
      error: null,
      properties: {},
    })
    const state = await calls.get(`/customers/${customerId}/state`)
    expect(state.body).toMatchObject({
      granted_benefits: [
        { benefit_id: early, benefit_type: 'custom', benefit_metadata: {} },
        { benefit_id: note, benefit_type: 'custom' },
      ],
    })
  })

  it('is shown with the benefit', async () => {
    const { orderId } = await buy(await newGuide([note]))
    const { status, body } = await calls.get(`/benefits/${note}/grants?limit=100`)
    expect(status).toBe(200)
    const own = page.parse(body).items.filter((one) => one['order_id'] === orderId)
    expect(own).toHaveLength(1)
    expect(await calls.get(`/benefits/${acme.id}/grants`)).toMatchObject({ status: 404 })
  })

  it.each([
    [false, []],
    [true, ['benefit_grant.revoked']],
  ])('with a refund that revokes benefits: %s', async (revoke_benefits, more) => {
    const { customerId, orderId } = await buy(await newGuide([note]))
    const [grant] = await grantsOf(`order_id=${orderId}`)
    const refund = { order_id: orderId, reason: 'customer_request', amount: 400, revoke_benefits }
    expect(await calls.post('/refunds/', refund)).toMatchObject({ status: 200 })
    await server.current.settle()
    expect(await heldBy(`customer_id=${customerId}`)).toEqual(revoke_benefits ? [] : [note])
    expect(await grantEvents(grant?.id ?? '')).toEqual(['benefit_grant.created', ...more])
  })

  it('that is deleted with its customer takes everything', async () => {
    const { customerId } = await buy(await newGuide([note]))
    expect(await calls.remove(`/customers/${customerId}`)).toMatchObject({ status: 204 })
    await server.current.settle()
    expect(await heldBy(`customer_id=${customerId}`)).toEqual([])
  })
})

describe('a subscription', () => {
  it('gives what its plan gives, and never touches what both plans have', async () => {
    const [basic, plus] = [
      await newRecurringProduct(calls, 1000),
      await newRecurringProduct(calls, 2000),
    ]
    await setBenefits(basic.id, [note])
    await setBenefits(plus.id, [note, early])
    const { id, customer_id } = await newPaidSubscription(server.current, calls, basic)
    const source = `subscription_id=${id}`
    const [kept] = await grantsOf(source)
    expect(await heldBy(source)).toEqual([note])

    const move = (product_id: string) => calls.patch(`/subscriptions/${id}`, { product_id })
    expect(await move(plus.id)).toMatchObject({ status: 200 })
    expect(await heldBy(source)).toEqual([note, early])
    expect(await move(basic.id)).toMatchObject({ status: 200 })
    expect(await heldBy(source)).toEqual([note])
    expect(await move(plus.id)).toMatchObject({ status: 200 })
    await server.current.settle()
    const [still, again] = await grantsOf(source)
    const { id: productId, name } = plus
    expect(still).toEqual({ ...kept, product: { id: productId, name } })
    expect(await grantEvents(kept?.id ?? '')).toEqual(['benefit_grant.created'])
    expect(await grantEvents(again?.id ?? '')).toEqual([
      'benefit_grant.created',
      'benefit_grant.revoked',
      'benefit_grant.created',
    ])

    await calls.patch(`/subscriptions/${id}`, { cancel_at_period_end: true })
    expect(await heldBy(source)).toEqual([note, early])
    await calls.patch(`/subscriptions/${id}`, { revoke: true })
    expect(await heldBy(`customer_id=${customer_id}`)).toEqual([])
  })
})

describe('after it was sold', () => {
  it('a changed list reaches all who bought the product', async () => {
    const guide = await newGuide([note])
    const [one, other] = [await buy(guide), await buy(guide)]
    await setBenefits(guide.productId, [early])
    await server.current.settle()
    for (const { orderId } of [one, other]) {
      expect(await heldBy(`order_id=${orderId}`)).toEqual([early])
    }
  })

  it('a deleted benefit is taken from everybody', async () => {
    const { id } = await newBenefit(calls)
    const { orderId } = await buy(await newGuide([id, note]))
    expect(await calls.remove(`/benefits/${id}`)).toMatchObject({ status: 204 })
    await server.current.settle()
    expect(await heldBy(`order_id=${orderId}`)).toEqual([note])
    const [taken] = await grantsOf(`order_id=${orderId}`)
    expect(await grantEvents(taken?.id ?? '')).toContain('benefit_grant.revoked')
  })

  it('changed files reach their holders', async () => {
    const [first, second] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const { id } = await newBenefit(calls, {
      type: 'downloadables',
      properties: { files: [first] },
    })
    const { orderId } = await buy(await newGuide([id]))
    const [grant] = await grantsOf(`order_id=${orderId}`)
    expect(grant?.properties).toEqual({ files: [first] })
    const changed = { type: 'downloadables', properties: { files: [second, first] } }
    expect(await calls.patch(`/benefits/${id}`, changed)).toMatchObject({ status: 200 })
    await server.current.settle()
    const [after] = await grantsOf(`order_id=${orderId}`)
    expect(after?.properties).toEqual({ files: [second, first] })
    expect(await grantEvents(grant?.id ?? '')).toEqual([
      'benefit_grant.created',
      'benefit_grant.updated',
    ])
  })

  it('a buyer who pays while the list changes holds the new one', async () => {
    const guide = await newGuide([note])
    const bought = [0, 1, 2, 3, 4, 5].map(() => buy(guide))
    const changes = [[early], [note, early], [early]].map((list) =>
      setBenefits(guide.productId, list),
    )
    const orders = await Promise.all(bought)
    await Promise.all(changes)
    await setBenefits(guide.productId, [early])
    await runDelayedJobs(db)
    await server.current.settle()
    for (const { orderId } of orders) {
      expect(await heldBy(`order_id=${orderId}`)).toEqual([early])
    }
  })
})
