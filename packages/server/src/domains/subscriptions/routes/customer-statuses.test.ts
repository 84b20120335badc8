import { beforeAll, expect, it } from 'vitest'
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
