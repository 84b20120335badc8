import { beforeAll, expect, it } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { many, runConcurrently } from '../../../../test/run-concurrently.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['customers:write', 'customer_sessions:write'])
})

it('one of several parallel creations gets an email address', async () => {
  const email = newAddress()
  const outcome = await runConcurrently((at) =>
    calls.post('/customers/', { email: at % 2 === 0 ? email : email.toUpperCase() }),
  )
  expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.email': many - 1 })
})

it('one of several parallel creations gets an external id', async () => {
  const outcome = await runConcurrently(() =>
    calls.post('/customers/', { email: newAddress(), external_id: 'raced' }),
  )
  expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.external_id': many - 1 })
})

it('one of several parallel updates gets an email address', async () => {
  const customers = await Promise.all(Array.from({ length: many }, () => newCustomer(calls)))
  const email = newAddress()
  const outcome = await runConcurrently((at) =>
    calls.patch(`/customers/${customers[at]?.id}`, { email }),
  )
  expect(outcome).toEqual({ 200: 1, '422 RequestValidationError body.email': many - 1 })
})

it('one of several parallel updates sets the external id', async () => {
  const { id } = await newCustomer(calls)
  const outcome = await runConcurrently((at) =>
    calls.patch(`/customers/${id}`, { external_id: `id-${at}` }),
  )
  expect(outcome).toEqual({ 200: 1, '422 RequestValidationError body.external_id': many - 1 })
})

it('one of several parallel deletions succeeds', async () => {
  const { id } = await newCustomer(calls)
  const outcome = await runConcurrently(() => calls.remove(`/customers/${id}`))
  expect(outcome).toEqual({ 204: 1, '404 ResourceNotFound': many - 1 })
})

it('parallel upserts create one customer and all succeed', async () => {
  const email = newAddress()
  const outcome = await runConcurrently((at) =>
    calls.put('/customers/external/upserted', { email, name: `Ann ${at % 4}` }),
  )
  expect(outcome).toEqual({ 200: many })
  const { body } = await calls.get('/customers/external/upserted')
  const events = (await eventsOf(server.current, acme)).filter(
    ({ name, objectId }) => name !== 'customer.state_changed' && objectId === body?.['id'],
  )
  expect(events.map(({ objectVersion }) => objectVersion)).toEqual(events.map((_, at) => at + 1))
  expect(events.filter(({ name }) => name === 'customer.created')).toHaveLength(1)
})

it('parallel upserts and deletions never fail', async () => {
  const email = newAddress()
  const path = '/customers/external/contested'
  for (let round = 0; round < 5; round++) {
    const outcome = await runConcurrently((at) =>
      at % 4 === 3 ? calls.remove(path) : calls.put(path, { email, name: `Ann ${round} ${at}` }),
    )
    expect(Object.keys(outcome).filter((brief) => brief.startsWith('5'))).toEqual([])
    expect(outcome['200']).toBeGreaterThan(0)
  }
})

it('no session survives the deletion of its customer', async () => {
  const { id } = await newCustomer(calls)
  await runConcurrently((at) =>
    at === 10
      ? calls.remove(`/customers/${id}`)
      : calls.post('/customer-sessions/', { customer_id: id }),
  )
  const { rows } = await db.database.pool.query(
    'select from customer_session where customer_id = $1',
    [id],
  )
  expect(rows).toEqual([])
})
