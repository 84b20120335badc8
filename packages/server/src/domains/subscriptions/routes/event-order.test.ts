import { beforeAll, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newPaidSubscription, newPlan, subscriptionCalls } from '../../../../test/subscriptions.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
const plans = { free: '', pro: '', max: '' }

beforeAll(async () => {
  acme = await found(server.current)
  calls = await subscriptionCalls(server.current, acme)
  plans.free = (await newPlan(calls, 0)).id
  plans.pro = (await newPlan(calls, 3000)).id
  plans.max = (await newPlan(calls, 9000)).id
})

const told = ['subscription.', 'order.']

/** What is told while something happens, in its order, of subscriptions and orders. */
async function during(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await eventsOf(server.current, acme)).length
  await act()
  const events = (await eventsOf(server.current, acme)).slice(before)
  return events.map(({ name }) => name).filter((name) => told.some((one) => name.startsWith(one)))
}

const subscribed = (product: string) => newPaidSubscription(server.current, calls, { id: product })

async function changing(product: string, ...changes: readonly object[]): Promise<string[]> {
  const { id } = await subscribed(product)
  const earlier = changes.slice(0, -1)
  for (const change of earlier) await calls.patch(`/subscriptions/${id}`, change)
  return during(async () => {
    const answer = await calls.patch(`/subscriptions/${id}`, changes.at(-1) ?? {})
    expect(answer).toMatchObject({ status: 200 })
  })
}

const begun = ['subscription.created', 'subscription.active', 'subscription.updated']
const paid = ['order.created', 'order.updated', 'order.paid']

it('a beginning: it is created, active and updated before its order', async () => {
  expect(await during(() => subscribed(plans.pro))).toEqual([
    ...begun,
    'order.created',
    'order.paid',
  ])
  const { id } = await newCustomer(calls)
  const wish = { product_id: plans.free, customer_id: id }
  expect(await during(() => calls.post('/subscriptions/', wish))).toEqual([...begun, ...paid])
})

it.each([
  ['invoice', ['subscription.updated', ...paid]],
  ['reset', ['subscription.updated', ...paid]],
  ['prorate', ['subscription.updated']],
  ['next_period', ['subscription.updated']],
])('another plan by %s', async (proration_behavior, names) => {
  const change = { product_id: plans.max, proration_behavior }
  expect(await changing(plans.pro, change)).toEqual(names)
})

it('a cheaper plan: its order is paid by itself', async () => {
  const change = { product_id: plans.pro, proration_behavior: 'invoice' }
  expect(await changing(plans.max, change)).toEqual(['subscription.updated', ...paid])
})

const cancel = { cancel_at_period_end: true }

it.each([
  ['a wish to leave', [cancel], ['subscription.canceled']],
  ['better words for it', [cancel, { customer_cancellation_reason: 'unused' }], []],
  ['a change of mind', [cancel, { cancel_at_period_end: false }], ['subscription.uncanceled']],
  ['an end at once', [{ revoke: true }], ['subscription.canceled', 'subscription.revoked']],
  ['an end at once of who was leaving', [cancel, { revoke: true }], ['subscription.revoked']],
])('%s: that it was updated comes first', async (_what, changes, names) => {
  expect(await changing(plans.pro, ...changes)).toEqual(['subscription.updated', ...names])
})

it('what changes nothing is told nobody', async () => {
  expect(await changing(plans.pro, { pending_update: null })).toEqual([])
  expect(await changing(plans.pro, { discount_id: null })).toEqual([])
})

it('what is told is the subscription as the API shows it then', async () => {
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
