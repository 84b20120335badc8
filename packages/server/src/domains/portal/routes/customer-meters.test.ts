import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { give, take } from '../../../../test/credit-calls.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newMeter } from '../../../../test/meters.ts'
import { meteredPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { buyAs, type Market, openMarket, plan, portalOf } from '../../../../test/typed-purchases.ts'
import { ingestNew } from '../../../../test/usage.ts'

const db = testDatabase()
const server = testServer(db)

const path = '/customer-portal/meters/'

let market: Market
let seller: BillingCalls
let ada: MadeCustomer
let bob: MadeCustomer
let portal: BillingCalls
const meters = { calls: '', tokens: '' }

const clause = { property: 'name', operator: 'eq', value: 'completion' }

beforeAll(async () => {
  market = await openMarket(server.current)
  seller = await newBackend(server.current, market.organization, [
    'events:write',
    'meters:write',
    'customers:write',
    'customer_meters:read',
  ])
  meters.calls = (
    await newMeter(seller, {
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    })
  ).id
  meters.tokens = (
    await newMeter(seller, {
      name: 'Secret margin tokens',
      filter: { conjunction: 'and', clauses: [clause] },
      aggregation: { func: 'sum', property: 'tokens' },
      metadata: { cost: 'low' },
    })
  ).id
  ada = await newCustomer(market.seller)
  bob = await newCustomer(market.seller)
  portal = await portalOf(market, ada)
  const used = (customer_id: string, tokens: number) => ({
    name: 'completion',
    customer_id,
    metadata: { tokens },
  })
  await ingestNew(seller, used(ada.id, 0.1), used(ada.id, 0.2), used(bob.id, 7))
  await ingestNew(seller, { name: 'call', customer_id: ada.id })
})

const page = z.object({
  items: z.array(z.looseObject({ id: z.string(), meter_id: z.string() })),
  pagination: z.object({ total_count: z.number() }),
})

async function listed(query = '') {
  const answer = await portal.get(`${path}${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return page.parse(answer.body)
}

const idsOf = async (query: string) => (await listed(query)).items.map(({ meter_id }) => meter_id)

describe('a customer', () => {
  it('sees what they used, and of a meter nothing but its name', async () => {
    const { items, pagination } = await listed('?sorting=meter_name')
    expect(pagination.total_count).toBe(2)
    expect(items[1]).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: expect.any(String),
      customer_id: ada.id,
      meter_id: meters.tokens,
      consumed_units: 0.3,
      credited_units: 0,
      balance: -0.3,
      meter: {
        id: meters.tokens,
        created_at: expect.any(String),
        modified_at: null,
        name: 'Secret margin tokens',
      },
    })
    const one = await portal.get(`${path}${items[1]?.id}`)
    expect(one).toMatchObject({ status: 200, body: items[1] })
  })

  it('sorts and filters the list', async () => {
    const { calls, tokens } = meters
    expect(await idsOf('?sorting=meter_name')).toEqual([calls, tokens])
    expect(await idsOf('?sorting=-meter_name')).toEqual([tokens, calls])
    expect(await idsOf('?sorting=consumed_units')).toEqual([tokens, calls])
    expect(await idsOf('?sorting=balance')).toEqual([calls, tokens])
    expect(await idsOf('')).toEqual([calls, tokens])
    expect(await idsOf(`?meter_id=${tokens}`)).toEqual([tokens])
    expect(await idsOf('?query=MARGIN')).toEqual([tokens])
    expect(await idsOf('?query=%25')).toEqual([])
    expect((await listed('?sorting=meter_name&limit=1&page=2')).items).toMatchObject([
      { meter_id: tokens },
    ])
  })

  it('reaches nothing of other customers', async () => {
    const { body } = await seller.get(`/customer-meters/?customer_id=${bob.id}`)
    const others = page.parse(body).items
    expect(others.length).toBe(2)
    for (const { id } of others) {
      expect(briefOf(await portal.get(`${path}${id}`))).toBe('404 ResourceNotFound')
    }
    const carla = await newCustomer(market.seller)
    const empty = await (await portalOf(market, carla)).get(path)
    expect(empty.body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })
})

it('a buyer who only typed the address sees no usage', async () => {
  const product = await plan(market, 1000)
  const { session } = await buyAs(market, product, { email: ada.email, card: 'tok_sandbox_ok' })
  const { items } = await listed()
  for (const one of [path, `${path}${items[0]?.id}`]) {
    expect((await session.get(one)).status).toBe(403)
  }
})

it('a buyer who only typed the address does not see what its owner uses of the bought plan', async () => {
  const toggle = { feature_settings: { usage_based_billing_enabled: true } }
  const { id } = market.organization
  expect(await market.seller.patch(`/organizations/${id}`, toggle)).toMatchObject({ status: 200 })
  const product = await newProduct(market.seller, {
    recurring_interval: 'month',
    prices: [meteredPrice(meters.calls)],
  })
  const typed = { email: bob.email, card: 'tok_sandbox_ok' }
  const { session, subscriptionId } = await buyAs(market, product, typed)
  await ingestNew(seller, { name: 'call', customer_id: bob.id })
  const one = `/customer-portal/subscriptions/${subscriptionId}`
  const owner = await portalOf(market, bob)
  expect((await owner.get(one)).body).toMatchObject({ meters: [{ consumed_units: 1 }] })
  expect((await session.get(one)).body).toMatchObject({ meters: [] })
  expect((await session.get('/customer-portal/subscriptions/')).text).not.toContain('consumed')
})

describe('the credits of a meter', () => {
  it('are listed with what is left and when they expire, the next to expire first', async () => {
    const { body } = await portal.get(`${path}?meter_id=${meters.tokens}`)
    const [{ id, balance }] = z
      .object({ items: z.tuple([z.object({ id: z.string(), balance: z.number() })]) })
      .parse(body).items
    expect(balance).toBe(-0.3)
    const of = { customer: ada.id, meter: meters.tokens }
    expect(await give(seller, of, 5)).toMatchObject({ status: 201 })
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    expect(await give(seller, of, 2, { expires_at })).toMatchObject({ status: 201 })
    expect(await take(seller, of, 1)).toMatchObject({ status: 201 })
    const listed = await portal.get(`${path}${id}/credits`)
    const common = {
      id: expect.any(String),
      created_at: expect.any(String),
      meter_id: meters.tokens,
      source: 'present',
      rollover: false,
      reason: 'For the outage',
    }
    expect(listed.body).toEqual({
      items: [
        { ...common, units: 2, remaining_units: 1, expires_at },
        { ...common, units: 5, remaining_units: 4.7, expires_at: null },
      ],
      pagination: { total_count: 2, max_page: 1 },
    })
    const others = await portalOf(market, bob)
    expect(await others.get(`${path}${id}/credits`)).toMatchObject({ status: 404 })
  })
})
