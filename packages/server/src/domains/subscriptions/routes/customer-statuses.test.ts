import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { newOrder, newStock } from '../../../../test/orders.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newFreeSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer(subscriptionScopes)
let subscriber = ''

beforeAll(async () => {
  const { customer_id } = await newFreeSubscription(calls)
  subscriber = customer_id
})

const statusOf = async (...customers: readonly string[]) => {
  const answer = await calls.get(
    `/customer-statuses/?${customers.map((id) => `customer_id=${id}`).join('&')}`,
  )
  expect(answer).toMatchObject({ status: 200 })
  return answer.body?.['items']
}

const shown = z.object({ customer_id: z.string(), status: z.string() })
const listed = z.object({ items: z.array(z.object({ id: z.string() })) })

const idsIn = async (query: string) =>
  listed.parse((await calls.get(`/customers/?${query}`)).body).items.map(({ id }) => id)

const setStatus = (status: string) =>
  db.database.pool.query(
    `update subscription set status = $2, past_due_at = current_period_start,
            ended_at = case when $2 = 'canceled' then current_period_start end
      where customer_id = $1`,
    [subscriber, status],
  )

it('is none before the first purchase, and one_time once an order is paid', async () => {
  const { id } = await newCustomer(calls)
  expect(await statusOf(id)).toEqual([{ customer_id: id, status: 'none' }])
  const stock = await newStock(calls)
  await newOrder(server.current, acme, stock)
  expect(await statusOf(stock.customerId)).toEqual([
    { customer_id: stock.customerId, status: 'one_time' },
  ])
})

it.each(['active', 'past_due', 'unpaid', 'canceled'])(
  'is that of a subscription: %s',
  async (status) => {
    await setStatus(status)
    expect(await statusOf(subscriber)).toEqual([{ customer_id: subscriber, status }])
  },
)

it.each(['active', 'past_due', 'unpaid', 'canceled', 'trialing', 'one_time', 'none'])(
  'filters the list of customers, and its export: %s',
  async (status) => {
    const { customer_id: two } = await newFreeSubscription(calls)
    const { pool } = db.database
    await setStatus('past_due')
    await pool.query(
      `insert into subscription
       select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'status', 'active',
                 'past_due_at', null, 'checkout_id', null))).*
         from subscription s where customer_id = $1`,
      [subscriber],
    )
    const everyone = await idsIn('limit=100')
    expect(everyone).toEqual(expect.arrayContaining([subscriber, two]))
    const statuses = z.array(shown).parse(await statusOf(...everyone))
    const having = statuses.filter((one) => one.status === status).map((one) => one.customer_id)
    expect((await idsIn(`limit=100&status=${status}`)).toSorted()).toEqual(having.toSorted())
    const { text } = await calls.get(`/customers/export?status=${status}&columns=id`)
    expect(text.trim().split('\r\n').slice(1).toSorted()).toEqual(having.toSorted())
  },
)

it('filters by several statuses at once, and refuses others', async () => {
  const found = await idsIn('limit=100&status=none&status=past_due')
  const each = [await idsIn('limit=100&status=none'), await idsIn('limit=100&status=past_due')]
  expect(found.toSorted()).toEqual(each.flat().toSorted())
  expect(await calls.get('/customers/?status=gone')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'status'] }] },
  })
})

it('is asked of several at once, sorted by id, and of at least one', async () => {
  const ids = [subscriber, (await newCustomer(calls)).id, (await newCustomer(calls)).id]
  expect(await statusOf(...ids.toReversed())).toMatchObject(
    ids.toSorted().map((id) => ({ customer_id: id })),
  )
  expect(await calls.get('/customer-statuses/')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'customer_id'] }] },
  })
})

it('says nothing of deleted customers and of other organizations', async () => {
  const { id } = await newCustomer(calls)
  expect(await calls.remove(`/customers/${id}`)).toMatchObject({ status: 204 })
  expect(await statusOf(id)).toEqual([])
  const other = await createOrganization(server.current)
  const stranger = await newBackend(server.current, other, subscriptionScopes)
  expect(await stranger.get(`/customer-statuses/?customer_id=${subscriber}`)).toMatchObject({
    status: 200,
    body: { items: [] },
  })
})
