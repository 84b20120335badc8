import { tellableEventTypes } from '@guildhall/contract/webhooks/events'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../test/founding.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../test/sellers.ts'
import { realMoney, testServer } from '../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const live = testServer(db, realMoney)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await backendOf(acme)
})

async function backendOf(organization: Founded): Promise<BillingCalls> {
  const scopes = ['webhooks:write', 'organizations:write'] as const
  return newBackend(server.current, organization, scopes)
}

const trigger = (event: string, headers = {}) => calls.post('/webhooks/trigger', { event }, headers)

/** What was told of the thing that was made, and how often each. */
async function toldOf(objectId: unknown): Promise<string[]> {
  const events = await eventsOf(server.current, acme)
  return events.filter((event) => event.objectId === objectId).map(({ name }) => name)
}

describe('a trigger', () => {
  it.each(tellableEventTypes)('makes %s happen, to the thing it answers', async (event) => {
    const { status, body } = await trigger(event)
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        event,
        object_type: event.slice(0, event.indexOf('.')),
        object_id: expect.any(String),
      },
    })
    expect(await toldOf(body?.['object_id'])).toContain(event)
  })

  it('makes a purchase as a buyer does, with everything that goes along', async () => {
    const before = (await eventsOf(server.current, acme)).length
    await trigger('subscription.active')
    const names = (await eventsOf(server.current, acme)).slice(before).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'product.created',
        'checkout.created',
        'customer.created',
        'payment.succeeded',
        'subscription.created',
        'order.paid',
      ]),
    )
  })

  it('lets a slow refund come through by itself', async () => {
    const { body } = await trigger('refund.updated')
    const events = await eventsOf(server.current, acme)
    const told = events.filter(({ objectId }) => objectId === body?.['object_id'])
    expect(told.map(({ name, payload }) => [name, Object(payload)['status']])).toEqual([
      ['refund.started', 'pending'],
      ['refund.created', 'pending'],
      ['refund.updated', 'succeeded'],
    ])
  })

  it('marks what it makes', async () => {
    const { body } = await trigger('customer.created')
    const events = await eventsOf(server.current, acme)
    const made = events.find(({ objectId }) => objectId === body?.['object_id'])
    expect(made?.payload).toMatchObject({ metadata: { triggered_for: 'customer.created' } })
  })

  it('leaves an organization as it was', async () => {
    const path = `/organizations/${acme.id}`
    const { body: before } = await calls.get(path)
    await trigger('organization.updated')
    const { body: after } = await calls.get(path)
    expect(after).toEqual({ ...before, modified_at: expect.any(String) })
  })

  it('makes a thing once for a key, however often it is asked', async () => {
    const key = { 'idempotency-key': 'one-book' }
    const first = await trigger('product.created', key)
    expect((await trigger('product.created', key)).text).toBe(first.text)
    expect((await trigger('product.created')).text).not.toBe(first.text)
  })

  it('happens in the time of the organization', async () => {
    const other = await found(server.current)
    const its = await backendOf(other)
    const to = '2033-01-31T10:00:00.000Z'
    expect(await its.post('/clock/advance', { to })).toMatchObject({ status: 200 })
    expect(await its.post('/webhooks/trigger', { event: 'order.paid' })).toMatchObject({
      status: 202,
    })
    const events = await eventsOf(server.current, other)
    const paid = events.find(({ name }) => name === 'order.paid')
    expect(paid?.payload).toMatchObject({ created_at: to, total_amount: 1200 })
  })
})

describe('nothing is triggered', () => {
  it.each([
    [
      'that nobody is granted',
      { event: 'benefit_grant.created' },
      '422 RequestValidationError body',
    ],
    ['that is no event', { event: 'order.payed' }, '422 RequestValidationError body.event'],
    ['without a name', {}, '422 RequestValidationError body.event'],
  ])('%s', async (_what, wish, brief) => {
    const before = await eventsOf(server.current, acme)
    expect(briefOf(await calls.post('/webhooks/trigger', wish))).toBe(brief)
    expect(await eventsOf(server.current, acme)).toHaveLength(before.length)
  })

  it('by whoever may only read', async () => {
    const backend = await newBackend(server.current, acme, ['webhooks:read'])
    const answer = await backend.post('/webhooks/trigger', {
      event: 'product.created',
    })
    expect(briefOf(answer)).toBe('403 NotPermitted')
  })

  it('where real money is taken', async () => {
    const owner = inDashboard(live.current, acme.owner)
    const wish = { event: 'order.paid', organization_id: acme.id }
    const answer = await owner.post('/webhooks/trigger', wish)
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'This organization takes real money, so nothing is made up here' },
    })
  })
})
