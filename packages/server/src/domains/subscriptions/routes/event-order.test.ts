import { beforeAll, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { server, acme, calls } = sellingServer(subscriptionScopes)
const plans = { free: '', pro: '', max: '' }

beforeAll(async () => {
  plans.free = (await newRecurringProduct(calls, 0)).id
  plans.pro = (await newRecurringProduct(calls, 3000)).id
  plans.max = (await newRecurringProduct(calls, 9000)).id
})

/** The events of subscriptions and orders that an action leads to, in order. */
async function eventsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await eventsOf(server.current, acme)).length
  await act()
  const events = (await eventsOf(server.current, acme)).slice(before)
  return events.map(({ name }) => name).filter((name) => /^(?:subscription|order)[.]/.test(name))
}

const subscribed = (product: string) => newPaidSubscription(server.current, calls, { id: product })

async function changing(product: string, ...changes: readonly object[]): Promise<string[]> {
  const { id } = await subscribed(product)
  const earlier = changes.slice(0, -1)
  for (const change of earlier) await calls.patch(`/subscriptions/${id}`, change)
  return eventsDuring(async () => {
    const answer = await calls.patch(`/subscriptions/${id}`, changes.at(-1) ?? {})
    expect(answer).toMatchObject({ status: 200 })
  })
}

const started = ['subscription.created', 'subscription.active', 'subscription.updated']
const paid = ['order.created', 'order.updated', 'order.paid']

it('a start sends created, active and updated before the events of its order', async () => {
  expect(await eventsDuring(() => subscribed(plans.pro))).toEqual([
    ...started,
    'order.created',
    'order.paid',
  ])
  const { id } = await newCustomer(calls)
  const input = { product_id: plans.free, customer_id: id }
  expect(await eventsDuring(() => calls.post('/subscriptions/', input))).toEqual([
    ...started,
    ...paid,
  ])
})

it.each([
  ['invoice', ['subscription.updated', ...paid]],
  ['reset', ['subscription.updated', ...paid]],
  ['prorate', ['subscription.updated']],
  ['next_period', ['subscription.updated']],
])('a change of the product by %s', async (proration_behavior, names) => {
  const change = { product_id: plans.max, proration_behavior }
  expect(await changing(plans.pro, change)).toEqual(names)
})

it('a change to a cheaper product sends a paid order', async () => {
  const change = { product_id: plans.pro, proration_behavior: 'invoice' }
  expect(await changing(plans.max, change)).toEqual(['subscription.updated', ...paid])
})

const cancel = { cancel_at_period_end: true }

it.each([
  ['a cancellation', [cancel], ['subscription.canceled']],
  ['feedback on it', [cancel, { customer_cancellation_reason: 'unused' }], []],
  ['its reversal', [cancel, { cancel_at_period_end: false }], ['subscription.uncanceled']],
  ['a revocation', [{ revoke: true }], ['subscription.canceled', 'subscription.revoked']],
  ['a revocation after a cancellation', [cancel, { revoke: true }], ['subscription.revoked']],
])('%s sends updated first', async (_what, changes, names) => {
  expect(await changing(plans.pro, ...changes)).toEqual(['subscription.updated', ...names])
})

it('a change that changes nothing sends no event', async () => {
  expect(await changing(plans.pro, { pending_update: null })).toEqual([])
  expect(await changing(plans.pro, { discount_id: null })).toEqual([])
})

it('events carry the subscription as the API returns it then', async () => {
  const { id } = await subscribed(plans.pro)
  const answer = await calls.patch(`/subscriptions/${id}`, cancel)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.at(-1)?.payload).toEqual(answer.body)
  const versions = events.map(({ objectVersion }) => objectVersion)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})

it('an order that a change brings shows the subscription as it is after it', async () => {
  const { id } = await subscribed(plans.pro)
  const change = { product_id: plans.max, proration_behavior: 'reset' }
  await calls.patch(`/subscriptions/${id}`, change)
  const events = await eventsOf(server.current, acme)
  expect(events.findLast(({ name }) => name === 'order.created')?.payload).toMatchObject({
    subscription_id: id,
    subscription: { id, product_id: plans.max, amount: 9000 },
  })
})
