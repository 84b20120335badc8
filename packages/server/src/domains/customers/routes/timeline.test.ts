import { TimelineEntry } from '@guildhall/contract/customers/timeline'
import { wireCodec } from '@guildhall/contract/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import {
  type BillingCalls,
  briefOf,
  inDashboard,
  newAccessToken,
  newBackend,
  withToken,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let backend: BillingCalls
let tokenId: string

beforeAll(async () => {
  acme = await createOrganization(server.current)
  const scopes = ['customers:write', 'customer_sessions:write'] as const
  const made = await newAccessToken(server.current, acme, scopes, { comment: 'Shop' })
  tokenId = made.id
  backend = withToken(server.current, made.token)
})

const page = z.object({ items: z.array(z.unknown()), next_cursor: z.nullable(z.string()) })
const entry = wireCodec(TimelineEntry, 'billing')

async function timelineOf({ id }: MadeCustomer, query = '', calls = backend) {
  const answer = await calls.get(`/customers/${id}/timeline${query}`)
  expect(answer.status).toBe(200)
  const { items, next_cursor } = page.parse(answer.body)
  const read = items.map((item) => z.parse(TimelineEntry, entry.decode(item)))
  return { items: read, cursor: next_cursor }
}

const change = ({ id }: MadeCustomer, input: object, calls = backend) =>
  calls.patch(`/customers/${id}`, input)

/** Records an event like a job, about an object without earlier versions. */
const record = (customer: MadeCustomer, name: string) =>
  db.database.pool.query(
    `insert into outbox (organization_id, customer_id, name, object_type, object_id,
                         object_version, payload, recorded_at, organization_time)
     values ($1, $2, $3, 'toy', 'x', 7, '{"name": "Ann"}', now(), now())`,
    [acme.id, customer.id, name],
  )

/** Events read alike before and after dispatch. */
const stages = [
  ['in the outbox', async () => undefined],
  ['in the log', () => server.current.settle()],
] as const

describe.each(stages)('a timeline of events %s', (_stage, wait) => {
  it('lists events with their changes and actors, the newest first', async () => {
    const customer = await newCustomer(backend, { metadata: { plan: 'free' } })
    await change(customer, { name: 'Ann', metadata: { plan: 'pro' } })
    await backend.post('/customer-sessions/', { customer_id: customer.id })
    await wait()
    const { items, cursor } = await timelineOf(customer)
    const actor = { type: 'organization_access_token', id: tokenId, name: 'Shop' }
    expect(items).toMatchObject([
      { type: 'customer_session.created', title: 'Portal link created', changes: [], actor },
      {
        type: 'customer.updated',
        title: 'Name and metadata changed',
        changes: [
          { field: 'name', label: 'Name', before: null, after: 'Ann' },
          { field: 'metadata.plan', label: 'Metadata, plan', before: 'free', after: 'pro' },
        ],
        actor,
        object: { type: 'customer', id: customer.id },
      },
      { type: 'customer.created', title: 'Customer created', changes: [], actor },
    ])
    expect(cursor).toBeNull()
    const times = items.map(({ timestamp }) => timestamp.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('keeps its place between pages while events are recorded', async () => {
    const customer = await newCustomer(backend)
    for (const name of ['A', 'B', 'C', 'D']) await change(customer, { name })
    await wait()
    const list = async (query: string) => {
      const { items, cursor } = await timelineOf(customer, query)
      return { names: items.map(({ changes }) => changes[0]?.after ?? null), cursor }
    }
    const first = await list('?limit=2')
    expect(first.names).toEqual(['D', 'C'])
    await change(customer, { name: 'E' })
    const second = await list(`?limit=2&cursor=${first.cursor}`)
    expect(second.names).toEqual(['B', 'A'])
    const third = await list(`?limit=2&cursor=${second.cursor}`)
    expect(third).toEqual({ names: [null], cursor: null })
    expect((await list('?limit=1000')).names).toHaveLength(6)
  })
})

describe('the actor', () => {
  it('is a member with a name or an operator without one', async () => {
    const admin = await newMember(server.current, acme, 'admin')
    const customer = await newCustomer(inDashboard(server.current, admin), {
      organization_id: acme.id,
    })
    await db.database.pool.query(`update session set impersonated_by = $1 where user_id = $2`, [
      acme.owner.id,
      admin.id,
    ])
    await change(customer, { name: 'Ann' }, inDashboard(server.current, admin))
    const { items } = await timelineOf(customer)
    expect(items.map(({ actor }) => actor)).toEqual([
      { type: 'operator', id: acme.owner.id, name: null },
      { type: 'user', id: admin.id, name: 'Ann Example' },
    ])
  })

  it('keeps the id of a revoked token', async () => {
    const made = await newAccessToken(server.current, acme, ['customers:write'])
    const customer = await newCustomer(withToken(server.current, made.token))
    await inDashboard(server.current, acme.owner).remove(`/organization-access-tokens/${made.id}`)
    expect((await timelineOf(customer)).items).toMatchObject([
      { actor: { type: 'organization_access_token', id: made.id, name: null } },
    ])
  })

  it('is null for jobs', async () => {
    const customer = await newCustomer(backend)
    await record(customer, 'customer.updated')
    expect((await timelineOf(customer)).items[0]).toMatchObject({
      title: 'Customer changed',
      changes: [],
      actor: null,
    })
  })
})

it('events of unregistered types are left out', async () => {
  const customer = await newCustomer(backend)
  await record(customer, 'toy.made')
  expect((await timelineOf(customer)).items.map(({ type }) => type)).toEqual(['customer.created'])
})

describe('the timeline is refused', () => {
  it.each([
    ['?limit=0', 'query.limit'],
    ['?limit=x', 'query.limit'],
    ['?cursor=x', 'query.cursor'],
    ['?cursor=1234567890123456789', 'query.cursor'],
  ])('for %s', async (query, place) => {
    const { id: customerId } = await newCustomer(backend)
    const answer = await backend.get(`/customers/${customerId}/timeline${query}`)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
  })

  it('for deleted and unknown customers, and without permission', async () => {
    const { id: customerId } = await newCustomer(backend)
    await backend.remove(`/customers/${customerId}`)
    const ask = async (calls: BillingCalls, of: string) =>
      briefOf(await calls.get(`/customers/${of}/timeline`))
    expect(await ask(backend, customerId)).toBe('404 ResourceNotFound')
    expect(await ask(backend, newId('customer'))).toBe('404 ResourceNotFound')
    expect(await ask(backend, 'ann')).toBe('422 RequestValidationError path.id')
    const { id: other } = await newCustomer(backend)
    const seller = await newBackend(server.current, acme, ['products:read'])
    expect(await ask(seller, other)).toBe('403 NotPermitted')
  })
})

it('events of other customers are left out', async () => {
  const [ann, bob] = [await newCustomer(backend), await newCustomer(backend)]
  await change(bob, { name: 'Bob' })
  expect((await timelineOf(ann)).items).toHaveLength(1)
})
