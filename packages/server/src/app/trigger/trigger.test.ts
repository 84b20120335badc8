import { triggeredEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../test/sellers.ts'
import { realMoney, testServer } from '../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const live = testServer(db, realMoney)
let acme: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await backendOf(acme)
})

async function backendOf(organization: OwnedOrganization): Promise<BillingCalls> {
  const scopes = ['webhooks:write', 'organizations:write'] as const
  return newBackend(server.current, organization, scopes)
}

const trigger = (event: string, headers = {}) => calls.post('/webhooks/trigger', { event }, headers)

/** The names of the events recorded for an object. */
async function eventNamesOf(objectId: unknown): Promise<string[]> {
  const events = await eventsOf(server.current, acme)
  return events.filter((event) => event.objectId === objectId).map(({ name }) => name)
}

describe('a trigger', () => {
  it.each(triggeredEventTypes)('records %s for the returned object', async (event) => {
    const { status, body } = await trigger(event)
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        event,
        object_type: event.slice(0, event.indexOf('.')),
        object_id: expect.any(String),
      },
    })
    expect(await eventNamesOf(body?.['object_id'])).toContain(event)
  })

  it('buys like a buyer, with all events of a purchase', async () => {
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

  it('completes a slow refund later', async () => {
    const { body } = await trigger('refund.updated')
    const events = await eventsOf(server.current, acme)
    const reported = events.filter(({ objectId }) => objectId === body?.['object_id'])
    expect(reported.map(({ name, payload }) => [name, Object(payload)['status']])).toEqual([
      ['refund.started', 'pending'],
      ['refund.created', 'pending'],
      ['refund.updated', 'succeeded'],
    ])
  })

  it('marks the created object in its metadata', async () => {
    const { body } = await trigger('customer.created')
    const events = await eventsOf(server.current, acme)
    const made = events.find(({ objectId }) => objectId === body?.['object_id'])
    expect(made?.payload).toMatchObject({ metadata: { triggered_for: 'customer.created' } })
  })

  it('leaves the organization unchanged', async () => {
    const path = `/organizations/${acme.id}`
    const { body: before } = await calls.get(path)
    await trigger('organization.updated')
    const { body: after } = await calls.get(path)
    expect(after).toEqual({ ...before, modified_at: expect.any(String) })
  })

  it('creates one object per idempotency key', async () => {
    const key = { 'idempotency-key': 'one-book' }
    const first = await trigger('product.created', key)
    expect((await trigger('product.created', key)).text).toBe(first.text)
    expect((await trigger('product.created')).text).not.toBe(first.text)
  })

  it('uses the organization’s clock', async () => {
    const other = await createOrganization(server.current)
    const otherCalls = await backendOf(other)
    const to = '2033-01-31T10:00:00.000Z'
    expect(await otherCalls.post('/clock/advance', { to })).toMatchObject({ status: 200 })
    expect(await otherCalls.post('/webhooks/trigger', { event: 'order.paid' })).toMatchObject({
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
      'for an event that nobody can cause on purpose',
      { event: 'benefit_grant.cycled' },
      '422 RequestValidationError body',
    ],
    ['for an unknown event', { event: 'order.payed' }, '422 RequestValidationError body.event'],
    ['without a name', {}, '422 RequestValidationError body.event'],
  ])('%s', async (_what, input, brief) => {
    const before = await eventsOf(server.current, acme)
    expect(briefOf(await calls.post('/webhooks/trigger', input))).toBe(brief)
    expect(await eventsOf(server.current, acme)).toHaveLength(before.length)
  })

  it('by a token that may only read', async () => {
    const backend = await newBackend(server.current, acme, ['webhooks:read'])
    const answer = await backend.post('/webhooks/trigger', {
      event: 'product.created',
    })
    expect(briefOf(answer)).toBe('403 NotPermitted')
  })

  it('on a server that takes real money', async () => {
    const owner = inDashboard(live.current, acme.owner)
    const input = { event: 'order.paid', organization_id: acme.id }
    const answer = await owner.post('/webhooks/trigger', input)
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'This organization accepts real payments, so events can’t be triggered' },
    })
  })
})
