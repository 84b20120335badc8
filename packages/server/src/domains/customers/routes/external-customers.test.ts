import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['customers:write'])
})

const pathOf = (externalId: string) => `/customers/external/${encodeURIComponent(externalId)}`

describe('by an external id', () => {
  it.each(['plain', 'with/slash', 'with//two', '50 %', 'a?b#c', 'ümläut ✓', '%2F', 'a+b&c'])(
    '%s, a customer is found, changed and deleted',
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

  it('nobody is found who has another', async () => {
    await newCustomer(calls, { external_id: 'Case' })
    for (const other of ['case', 'Case ', 'Cas', 'Case/']) {
      expect(briefOf(await calls.get(pathOf(other)))).toBe('404 ResourceNotFound')
    }
    const long = pathOf('x'.repeat(256))
    expect(briefOf(await calls.get(long))).toBe('422 RequestValidationError path.external_id')
  })

  it('the external id itself can’t be changed, nor a taken address be had', async () => {
    const { email } = await newCustomer(calls)
    await newCustomer(calls, { external_id: 'fixed' })
    const change = async (wish: object) => briefOf(await calls.patch(pathOf('fixed'), wish))
    expect(await change({ external_id: 'other' })).toBe(
      '422 RequestValidationError body.external_id',
    )
    expect(await change({ email })).toBe('422 RequestValidationError body.email')
  })
})

describe('an upsert', () => {
  it('creates a customer, then changes what it names', async () => {
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

  it('that says nothing new is no news', async () => {
    const wish = { email: newAddress(), name: 'Ann' }
    const first = await calls.put(pathOf('up-2'), wish)
    expect((await calls.put(pathOf('up-2'), wish)).text).toBe(first.text)
    const id = String(first.body?.['id'])
    const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
    expect(events.map(({ name }) => name)).toEqual(['customer.created', 'customer.state_changed'])
  })

  it('never takes an address from another customer', async () => {
    const { email } = await newCustomer(calls)
    const put = async (wish: object) => briefOf(await calls.put(pathOf('up-3'), wish))
    expect(await put({ email: email.toUpperCase() })).toBe('422 RequestValidationError body.email')
    expect(await put({ email: newAddress() })).toBe('200')
    expect(await put({ email })).toBe('422 RequestValidationError body.email')
    expect(await put({})).toBe('422 RequestValidationError body.email')
    expect(await put({ email, external_id: 'up-3' })).toContain('body.external_id')
  })

  it('makes somebody new where the one before was deleted', async () => {
    const email = newAddress()
    const first = await calls.put(pathOf('up-4'), { email })
    await calls.remove(pathOf('up-4'))
    const second = await calls.put(pathOf('up-4'), { email })
    expect(second.status).toBe(200)
    expect(second.body?.['id']).not.toBe(first.body?.['id'])
  })
})
