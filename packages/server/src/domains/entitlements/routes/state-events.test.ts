import { CustomerState } from '@guildhall/contract/customers/state'
import { wireCodec } from '@guildhall/contract/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const { db, server, acme, calls } = sellingServer(subscriptionScopes)
let plan: { readonly id: string }

beforeAll(async () => {
  plan = await newRecurringProduct(calls, 3000)
})

/** The events about a customer, the oldest first. */
async function customerEvents(customerId: string, within = acme) {
  const events = await eventsOf(server.current, within)
  return events
    .filter(({ payload }) => JSON.stringify(payload).includes(customerId))
    .map(({ name, payload }) => ({ name, payload }))
}

const statesOf = async (customerId: string) =>
  (await customerEvents(customerId)).filter(({ name }) => name === 'customer.state_changed')

describe('customer.state_changed', () => {
  it('carries the state as the API returns it, once after each change', async () => {
    const bought = await newPaidSubscription(server.current, calls, plan)
    const id = bought.customer_id
    const state = async () => (await calls.get(`/customers/${id}/state`)).body
    const first = (await statesOf(id)).at(-1)
    expect(first?.payload).toEqual(await state())
    expect(first?.payload).toMatchObject({ active_subscriptions: [{ id: bought.id }] })
    const before = (await statesOf(id)).length

    await calls.patch(`/customers/${id}`, { name: 'Ann' })
    await calls.patch(`/subscriptions/${bought.id}`, { revoke: true })
    const states = (await statesOf(id)).slice(before)
    expect(states).toHaveLength(2)
    expect(states[0]?.payload).toMatchObject({ name: 'Ann' })
    expect(states.at(-1)?.payload).toEqual(await state())
    expect(states.at(-1)?.payload).toMatchObject({ active_subscriptions: [] })
  })

  it('follows the deletion of a customer', async () => {
    const { id } = await newCustomer(calls)
    await calls.remove(`/customers/${id}`)
    const events = await customerEvents(id)
    expect(events.map(({ name }) => name)).toEqual([
      'customer.created',
      'customer.state_changed',
      'customer.deleted',
      'customer.state_changed',
    ])
    expect(events.at(-1)?.payload).toMatchObject({ id, deleted_at: expect.any(String) })
  })

  it('matches the contract', async () => {
    await newPaidSubscription(server.current, calls, plan)
    const events = await eventsOf(server.current, acme)
    const states = events.filter(({ name }) => name === 'customer.state_changed')
    const codec = wireCodec(CustomerState, 'billing')
    for (const { payload } of states) z.parse(CustomerState, codec.decode(payload))
    expect(states.length).toBeGreaterThan(2)
  })

  it('doesn’t appear in the timeline, nor as the state before a change', async () => {
    const { id } = await newCustomer(calls, { name: 'Ann' })
    await db.database.pool.query(
      `insert into outbox (organization_id, customer_id, name, object_type, object_id,
                           object_version, payload, recorded_at, organization_time)
       values ($1, $2, 'customer.state_changed', 'customer_state', $3, 1,
               '{"name": "Nobody"}', now(), now())`,
      [acme.id, id, id],
    )
    await server.current.settle()
    await calls.patch(`/customers/${id}`, { name: 'Ada' })
    await server.current.settle()
    const { body } = await calls.get(`/customers/${id}/timeline`)
    const items = z.object({ items: z.array(z.looseObject({ type: z.string() })) }).parse(body)
    expect(items.items.map(({ type }) => type)).toEqual(['customer.updated', 'customer.created'])
    expect(items.items[0]).toMatchObject({ changes: [{ before: 'Ann', after: 'Ada' }] })
  })
})
