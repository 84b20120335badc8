import { createHash } from 'node:crypto'
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

const unknownId = '00000000-0000-7000-8000-000000000000'

const whole = {
  external_id: 'erp/42 %',
  name: 'Ann Example',
  billing_address: { line1: 'Münsterplatz 1', postal_code: '89073', city: 'Ulm', country: 'de' },
  tax_id: ['DE123456789', 'eu_vat'],
  metadata: { plan: 'pro', seats: 5, rate: 0.5, snake_case: true },
}

describe('creating a customer', () => {
  it('stores and answers every field', async () => {
    const email = `Ann.${newAddress()}`
    const { status, body } = await calls.post('/customers/', { ...whole, email })
    const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
    expect(status).toBe(201)
    expect(body).toEqual({
      ...whole,
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      email,
      email_verified: false,
      type: 'individual',
      billing_name: null,
      billing_address: {
        line1: 'Münsterplatz 1',
        line2: null,
        postal_code: '89073',
        city: 'Ulm',
        state: null,
        country: 'DE',
      },
      organization_id: acme.id,
      deleted_at: null,
      avatar_url: `https://www.gravatar.com/avatar/${hash}?d=blank`,
    })
    expect((await calls.get(`/customers/${String(body?.['id'])}`)).body).toEqual(body)
  })

  it('requires only an email address', async () => {
    const { body } = await calls.post('/customers/', { email: newAddress(), name: '' })
    expect(body).toMatchObject({
      external_id: null,
      name: null,
      billing_address: null,
      tax_id: null,
      metadata: {},
    })
  })

  it.each<[string, object, string]>([
    ['a missing email address', { email: undefined }, 'body.email'],
    ['a malformed email address', { email: 'ann' }, 'body.email'],
    ['a wrong country', { billing_address: { country: 'UK' } }, 'body.billing_address.country'],
    ['an unknown tax id format', { tax_id: ['DE1', 'eu'] }, 'body.tax_id.1'],
    ['a long metadata value', { metadata: { key: 'x'.repeat(501) } }, 'body.metadata.key'],
    ['another organization', { organization_id: unknownId }, 'body.organization_id'],
    ['an unknown field', { customer_external_id: 'a' }, 'body.customer_external_id'],
  ])('refuses %s', async (_title, given, place) => {
    const answer = await calls.post('/customers/', { email: newAddress(), ...given })
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
  })

  it('refuses a taken email address in any case and a taken external id in the same case', async () => {
    const { email } = await newCustomer(calls, { external_id: 'taken' })
    const again = await calls.post('/customers/', { email: email.toUpperCase() })
    expect(briefOf(again)).toBe('422 RequestValidationError body.email')
    const same = await calls.post('/customers/', { email: newAddress(), external_id: 'taken' })
    expect(briefOf(same)).toBe('422 RequestValidationError body.external_id')
    expect(
      (await calls.post('/customers/', { email: newAddress(), external_id: 'Taken' })).status,
    ).toBe(201)
  })

  it('happens once per idempotency key', async () => {
    const key = { 'idempotency-key': 'one-customer' }
    const input = { email: newAddress() }
    const first = await calls.post('/customers/', input, key)
    expect((await calls.post('/customers/', input, key)).text).toBe(first.text)
  })
})

describe('updating a customer', () => {
  it('keeps absent fields and clears those that are null', async () => {
    const { id } = await newCustomer(calls, { ...whole, external_id: 'change-1' })
    const renamed = await calls.patch(`/customers/${id}`, { name: 'Bob', tax_id: null })
    expect(renamed.body).toMatchObject({
      name: 'Bob',
      tax_id: null,
      billing_address: { city: 'Ulm' },
      metadata: whole.metadata,
      modified_at: expect.any(String),
    })
    const emptied = { name: null, billing_address: null, metadata: null, email: null }
    expect((await calls.patch(`/customers/${id}`, emptied)).body).toMatchObject({
      name: null,
      billing_address: null,
      metadata: {},
      external_id: 'change-1',
    })
  })

  it('resets the verification with another email address', async () => {
    const { id, email } = await newCustomer(calls)
    await db.database.pool.query('update customer set email_verified = true where id = $1', [id])
    const spelled = await calls.patch(`/customers/${id}`, { email: email.toUpperCase() })
    expect(spelled.body).toMatchObject({ email: email.toUpperCase(), email_verified: true })
    const other = await calls.patch(`/customers/${id}`, { email: newAddress() })
    expect(other.body).toMatchObject({ email_verified: false })
  })

  it('records nothing if nothing changes', async () => {
    const { id } = await newCustomer(calls, { ...whole, external_id: 'same' })
    const same = await calls.patch(`/customers/${id}`, { ...whole, external_id: 'same' })
    expect(same.body).toMatchObject({ modified_at: null })
  })

  it('refuses taken and fixed values with the field', async () => {
    const other = await newCustomer(calls, { external_id: 'theirs' })
    const { id } = await newCustomer(calls)
    const change = async (input: object) => briefOf(await calls.patch(`/customers/${id}`, input))
    expect(await change({ email: other.email.toUpperCase() })).toBe(
      '422 RequestValidationError body.email',
    )
    expect(await change({ external_id: 'theirs' })).toBe(
      '422 RequestValidationError body.external_id',
    )
    expect(await change({ external_id: 'ours' })).toBe('200')
    for (const external_id of ['ours-2', null]) {
      expect(await change({ external_id })).toBe('422 RequestValidationError body.external_id')
    }
    expect(await change({ external_id: 'ours' })).toBe('200')
  })
})

describe('a deleted customer', () => {
  it('is not found, and its email address and external id can be used again', async () => {
    const { id, email } = await newCustomer(calls, { external_id: 'deleted' })
    const removed = await calls.remove(`/customers/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const answers = await Promise.all([
      calls.get(`/customers/${id}`),
      calls.patch(`/customers/${id}`, { name: 'Ghost' }),
      calls.remove(`/customers/${id}`),
      calls.get('/customers/external/deleted'),
      calls.patch('/customers/external/deleted', { name: 'Ghost' }),
      calls.remove('/customers/external/deleted'),
    ])
    expect(answers.map(briefOf)).toEqual(Array(6).fill('404 ResourceNotFound'))
    const list = await calls.get(`/customers/?email=${email}`)
    expect(list.body).toMatchObject({ items: [] })
    expect((await newCustomer(calls, { email, external_id: 'deleted' })).id).not.toBe(id)
  })
})

it('a malformed id is refused', async () => {
  for (const answer of [
    await calls.get('/customers/ann'),
    await calls.patch('/customers/ann', {}),
    await calls.remove('/customers/ann'),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

it('every change records an event with the whole customer', async () => {
  const { id } = await newCustomer(calls, { name: 'Ann' })
  await calls.patch(`/customers/${id}`, { name: 'Bob' })
  await calls.patch(`/customers/${id}`, { name: 'Bob' })
  const shown = await calls.get(`/customers/${id}`)
  await calls.remove(`/customers/${id}`)
  const recorded = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  const state = 'customer.state_changed'
  expect(recorded.filter((_, at) => at % 2 === 1).map(({ name }) => name)).toEqual([
    state,
    state,
    state,
  ])
  const events = recorded.filter(({ name }) => name !== state)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'customer.created 1',
    'customer.updated 2',
    'customer.deleted 3',
  ])
  expect(events[1]?.payload).toEqual(shown.body)
  expect(events[2]?.payload).toEqual({
    ...shown.body,
    modified_at: expect.any(String),
    deleted_at: expect.any(String),
  })
})

it('deleting an organization deletes its customers', async () => {
  const beta = await createOrganization(server.current)
  const ofBeta = await newBackend(server.current, beta, [
    'customers:write',
    'customer_sessions:write',
  ])
  const { id } = await newCustomer(ofBeta)
  expect((await ofBeta.post('/customer-sessions/', { customer_id: id })).status).toBe(201)
  const deleted = await beta.owner.browser.post('/api/auth/organization/delete', {
    organizationId: beta.id,
  })
  expect(deleted.status).toBe(200)
  const { rows } = await db.database.pool.query('select from customer where id = $1', [id])
  expect(rows).toEqual([])
})
