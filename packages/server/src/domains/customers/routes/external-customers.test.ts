import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['customers:write'])
})

const pathOf = (externalId: string) => `/customers/external/${encodeURIComponent(externalId)}`

describe('by an external id', () => {
  it.each(['plain', 'with/slash', 'with//two', '50 %', 'a?b#c', 'ümläut ✓', '%2F', 'a+b&c'])(
    '%s, a customer can be read, updated and deleted',
    async (externalId) => {
      const { id } = await newCustomer(calls, { external_id: externalId })
      const path = pathOf(externalId)
      expect((await calls.get(path)).body).toMatchObject({ id, external_id: externalId })
      const changed = await calls.patch(path, { name: 'Ann' })
      expect(changed.body).toMatchObject({ id, name: 'Ann', external_id: externalId })
      expect((await calls.remove(path)).status).toBe(204)
      expect(briefOf(await calls.get(path))).toBe('404 ResourceNotFound')
    },
  )

  it('customers with another one are not found', async () => {
    await newCustomer(calls, { external_id: 'Case' })
    for (const other of ['case', 'Case ', 'Cas', 'Case/']) {
      expect(briefOf(await calls.get(pathOf(other)))).toBe('404 ResourceNotFound')
    }
    const long = pathOf('x'.repeat(256))
    expect(briefOf(await calls.get(long))).toBe('422 RequestValidationError path.external_id')
  })

  it('updates refuse another external id and a taken email address', async () => {
    const { email } = await newCustomer(calls)
    await newCustomer(calls, { external_id: 'fixed' })
    const change = async (input: object) => briefOf(await calls.patch(pathOf('fixed'), input))
    expect(await change({ external_id: 'other' })).toBe(
      '422 RequestValidationError body.external_id',
    )
    expect(await change({ email })).toBe('422 RequestValidationError body.email')
  })
})

describe('an upsert', () => {
  it('creates a customer and then updates the given fields', async () => {
    const email = newAddress()
    const first = await calls.put(pathOf('up/1'), { email, name: 'Ann', metadata: { plan: 'pro' } })
    expect(first).toMatchObject({
      status: 200,
      body: { external_id: 'up/1', email, name: 'Ann', modified_at: null },
    })
    const second = await calls.put(pathOf('up/1'), { email, name: 'Bob' })
    expect(second).toMatchObject({
      status: 200,
      body: { id: first.body?.['id'], name: 'Bob', metadata: { plan: 'pro' } },
    })
  })

  it('without changes records nothing', async () => {
    const input = { email: newAddress(), name: 'Ann' }
    const first = await calls.put(pathOf('up-2'), input)
    expect((await calls.put(pathOf('up-2'), input)).text).toBe(first.text)
    const id = String(first.body?.['id'])
    const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
    expect(events.map(({ name }) => name)).toEqual(['customer.created', 'customer.state_changed'])
  })

  it('refuses the email address of another customer', async () => {
    const { email } = await newCustomer(calls)
    const put = async (input: object) => briefOf(await calls.put(pathOf('up-3'), input))
    expect(await put({ email: email.toUpperCase() })).toBe('422 RequestValidationError body.email')
    expect(await put({ email: newAddress() })).toBe('200')
    expect(await put({ email })).toBe('422 RequestValidationError body.email')
    expect(await put({})).toBe('422 RequestValidationError body.email')
    expect(await put({ email, external_id: 'up-3' })).toContain('body.external_id')
  })

  it('creates a new customer after the former one was deleted', async () => {
    const email = newAddress()
    const first = await calls.put(pathOf('up-4'), { email })
    await calls.remove(pathOf('up-4'))
    const second = await calls.put(pathOf('up-4'), { email })
    expect(second.status).toBe(200)
    expect(second.body?.['id']).not.toBe(first.body?.['id'])
  })

  it('creates a customer where another organization uses the same external id', async () => {
    const ours = await newCustomer(calls, { external_id: 'up-5', name: 'Ours' })
    const others = await createOrganization(server.current)
    const theirs = await newBackend(server.current, others, ['customers:write'])
    const made = await theirs.put(pathOf('up-5'), { email: newAddress(), name: 'Theirs' })
    expect(made.status).toBe(200)
    expect(made.body?.['id']).not.toBe(ours.id)
    expect((await theirs.remove(pathOf('up-5'))).status).toBe(204)
    expect((await calls.get(pathOf('up-5'))).body).toMatchObject({ id: ours.id, name: 'Ours' })
  })
})
