import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newRecurringProduct } from '../../../../test/subscriptions.ts'
import {
  advance,
  buyAs,
  buyNamed,
  type Market,
  newMember,
  openMarket,
  portalOf,
} from '../../../../test/typed-purchases.ts'

const server = testServer(testDatabase())
const card = 'tok_sandbox_ok'

interface Shop {
  readonly market: Market
  readonly basic: string
  readonly pro: string
  readonly yearly: string
  readonly secret: string
  readonly staff: string
}

/** With products that are in every list, in no list, and for some customers only. */
async function openShop(): Promise<Shop> {
  const market = await openMarket(server.current)
  const made = async (name: string, amount: number, options: object = {}) =>
    (await newRecurringProduct(market.seller, amount, { name, ...options })).id
  return {
    market,
    basic: await made('Basic', 1000),
    pro: await made('Pro', 9000),
    yearly: await made('Pro by the year', 90_000, { recurring_interval: 'year' }),
    secret: await made('Old plan', 500, { visibility: 'unlisted' }),
    staff: await made('Staff plan', 0, { visibility: 'private' }),
  }
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const items = z.object({ items: z.array(z.object({ id: z.string() })) })

/** A customer with a subscription to the basic plan. */
async function subscriber({ market, basic }: Shop) {
  const member = await newMember(market)
  const product = { id: basic, name: 'Basic', prices: [], modified_at: null }
  const bought = await buyNamed(market, product, { card, customer_id: member.id })
  const portal = await portalOf(market, member)
  const path = `/customer-portal/subscriptions/${bought.subscriptionId}`
  return {
    member,
    portal,
    path,
    plans: async () => items.parse((await portal.get(`${path}/plans`)).body).items.map(idOf),
  }
}

const idOf = ({ id }: { readonly id: string }) => id

const settingsPath = ({ market }: Shop) =>
  `/organizations/${market.organization.id}/portal-settings`
const list = (of: Shop, plans: readonly string[] | null) =>
  of.market.seller.patch(settingsPath(of), { plans })

async function refusesPlan(portal: BillingCalls, path: string, product_id: string) {
  for (const answer of [
    await portal.patch(path, { product_id }),
    await portal.post(`${path}/preview`, { product_id }),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError body.product_id')
    expect(answer.text).toContain('can’t change to this plan yourself')
  }
}

const unknown = '00000000-0000-7000-8000-000000000000'

describe('without a list of the seller', () => {
  it('a customer may change to every other public plan', async () => {
    const { plans, portal, path } = await subscriber(shop)
    expect(await plans()).toEqual([shop.pro, shop.yearly])
    const changed = await portal.patch(path, { product_id: shop.pro })
    expect(changed).toMatchObject({ status: 200, body: { product_id: shop.pro } })
  })

  it('no other product can be taken, and guessing ids tells nothing', async () => {
    const { portal, path } = await subscriber(shop)
    const { seller } = shop.market
    const course = await newProduct(seller, { name: 'Course' })
    const gone = await newRecurringProduct(seller, 700, { name: 'Gone' })
    await seller.patch(`/products/${gone.id}`, { is_archived: true })
    const foreign = await openShop()
    for (const id of [shop.staff, shop.secret, course.id, gone.id, foreign.pro, unknown]) {
      await refusesPlan(portal, path, id)
    }
    expect(await portal.get(path)).toMatchObject({ body: { product_id: shop.basic } })
  })

  it('the present plan is no change', async () => {
    const { portal, path } = await subscriber(shop)
    const answer = await portal.patch(path, { product_id: shop.basic })
    expect(briefOf(answer)).toBe('422 RequestValidationError body.product_id')
    expect(answer.text).toContain('already has')
  })

  it('a seller may change the plan to any of them', async () => {
    const { path } = await subscriber(shop)
    const id = path.split('/').at(-1)
    for (const product_id of [shop.secret, shop.staff]) {
      expect(await shop.market.seller.patch(`/subscriptions/${id}`, { product_id })).toMatchObject({
        status: 200,
        body: { product_id },
      })
    }
  })
})

describe('with a list of the seller', () => {
  it('a customer may change to what it names, in its order', async () => {
    const listing = await openShop()
    const { plans, portal, path } = await subscriber(listing)
    const named = [listing.yearly, listing.secret, listing.basic]
    expect(await list(listing, named)).toMatchObject({ status: 200, body: { plans: named } })
    expect(await plans()).toEqual([listing.yearly, listing.secret])
    await refusesPlan(portal, path, listing.pro)
    expect(await portal.patch(path, { product_id: listing.secret })).toMatchObject({
      status: 200,
      body: { product_id: listing.secret },
    })
    expect((await listing.market.seller.get(settingsPath(listing))).body).toEqual({ plans: named })
  })

  it('what has become private or archived is not offered, and stays in the list', async () => {
    const listing = await openShop()
    const { plans, portal, path } = await subscriber(listing)
    const { seller } = listing.market
    const named = [listing.pro, listing.yearly]
    await list(listing, named)
    await seller.patch(`/products/${listing.pro}`, { visibility: 'private' })
    await seller.patch(`/products/${listing.yearly}`, { is_archived: true })
    expect(await plans()).toEqual([])
    await refusesPlan(portal, path, listing.pro)
    const kept = [...named, listing.secret]
    expect(await list(listing, kept)).toMatchObject({ status: 200, body: { plans: kept } })
    expect(await plans()).toEqual([listing.secret])
  })

  it('is removed again, and stays where nothing is said about it', async () => {
    const listing = await openShop()
    const { plans } = await subscriber(listing)
    await list(listing, [listing.secret])
    const { seller } = listing.market
    expect((await seller.patch(settingsPath(listing), {})).body).toEqual({
      plans: [listing.secret],
    })
    expect((await list(listing, null)).body).toEqual({ plans: null })
    expect(await plans()).toEqual([listing.pro, listing.yearly])
  })

  it('is one of two that are saved at the same time', async () => {
    const listing = await openShop()
    const lists = [
      [listing.pro, listing.yearly, listing.secret],
      [listing.secret, listing.pro],
      [listing.yearly],
    ]
    const answers = await Promise.all(lists.map((plans) => list(listing, plans)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await listing.market.seller.get(settingsPath(listing))
    expect(lists).toContainEqual(body?.['plans'])
  })

  it.each([
    ['private products', async ({ staff }: Shop) => [staff], 'body.plans.0'],
    ['unknown products', async ({ pro }: Shop) => [pro, unknown], 'body.plans.1'],
    ['one product twice', async ({ pro }: Shop) => [pro, pro], 'body.plans.1'],
    [
      'one-time products',
      async ({ market: { seller } }: Shop) => [(await newProduct(seller)).id],
      'body.plans.0',
    ],
    ['nothing at all', async () => [], 'body.plans'],
  ])('cannot name %s', async (_, plansOf, at) => {
    const answer = await list(shop, await plansOf(shop))
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${at}`)
  })
})

describe('no plans are offered', () => {
  it('where the seller lets customers change nothing', async () => {
    const closed = await openShop()
    const { plans } = await subscriber(closed)
    const { seller, organization } = closed.market
    await seller.patch(`/organizations/${organization.id}/billing-settings`, {
      allow_customer_updates: false,
    })
    expect(await plans()).toEqual([])
  })

  it('for a subscription that ends', async () => {
    const { plans, portal, path } = await subscriber(shop)
    await portal.patch(path, { cancel_at_period_end: true })
    expect(await plans()).toEqual([])
  })

  it('for one that the customer has not accepted', async () => {
    const { market, basic } = shop
    const ada = await newMember(market)
    const product = { id: basic, name: 'Basic', prices: [], modified_at: null }
    const { subscriptionId } = await buyAs(market, product, { email: ada.email, card })
    const portal = await portalOf(market, ada)
    const answer = await portal.get(`/customer-portal/subscriptions/${subscriptionId}/plans`)
    expect(answer).toMatchObject({ status: 200, body: { items: [] } })
  })

  it('to another customer', async () => {
    const { path } = await subscriber(shop)
    const { portal } = await subscriber(shop)
    expect(await portal.get(`${path}/plans`)).toMatchObject({ status: 404 })
    expect(await withNothing(server.current).get(`${path}/plans`)).toMatchObject({ status: 401 })
  })
})

it('a first month that was free does not pay for a plan that the customer takes', async () => {
  const greedy = await openShop()
  const { seller } = greedy.market
  const { body } = await seller.post('/discounts/', {
    name: 'First month free',
    code: 'HELLO',
    type: 'percentage',
    basis_points: 10_000,
    duration: 'once',
  })
  const ada = await newMember(greedy.market)
  const product = { id: greedy.basic, name: 'Basic', prices: [], modified_at: null }
  const input = { card, customer_id: ada.id, discount_id: String(body?.['id']) }
  const { subscriptionId } = await buyNamed(greedy.market, product, input)
  await advance(greedy.market, 15)
  const portal = await portalOf(greedy.market, ada)
  const path = `/customer-portal/subscriptions/${subscriptionId}`
  const { body: preview } = await portal.post(`${path}/preview`, { product_id: greedy.pro })
  const due = z.object({ due_now: z.object({ due_amount: z.number() }) }).parse(preview)
    .due_now.due_amount
  expect(due).toBeGreaterThan(4000)
  expect(await portal.patch(path, { product_id: greedy.pro })).toMatchObject({ status: 200 })
  const { body: orders } = await portal.get('/customer-portal/orders/?sorting=-created_at')
  expect(orders).toMatchObject({ items: [{ total_amount: due }, { total_amount: 0 }] })
})
