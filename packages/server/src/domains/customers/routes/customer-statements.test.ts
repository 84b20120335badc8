import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type BillingAnswer, type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let backend: BillingCalls

beforeAll(async () => {
  counter = await countStatements(db.url)
  // A worker's statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  backend = await newBackend(server, await createOrganization(server), ['customers:write'])
  await Promise.all(Array.from({ length: 30 }, () => newCustomer(backend)))
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The minimum of several tries, because earlier calls may still wake the dispatcher. */
async function statementsOf(call: () => Promise<BillingAnswer>, status = 200): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await call()).status).toBe(status)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('creating a customer does not look for conflicts first', async () => {
  const { email } = await newCustomer(backend)
  // The token; begin, right and clock, insert, rollback.
  expect(await statementsOf(() => backend.post('/customers/', { email }), 422)).toBe(5)
})

test('an upsert without changes takes one locking read', async () => {
  const email = newAddress()
  const put = () => backend.put('/customers/external/known', { email })
  await put()
  // The token; begin, right and clock, customer, commit.
  expect(await statementsOf(put)).toBe(5)
})

test('a list takes one read, and a second to count if there are more pages', async () => {
  const list = (query: string) => () => backend.get(`/customers/?${query}`)
  expect(await statementsOf(list('limit=100'))).toBe(2)
  expect(await statementsOf(list('limit=2&query=customer'))).toBe(3)
  expect(await statementsOf(list('limit=20&sorting=email'))).toBe(3)
})

test('a timeline takes a constant number of statements', async () => {
  const { id } = await newCustomer(backend)
  const read = () => backend.get(`/customers/${id}/timeline?limit=100`)
  const change = (name: string) => backend.patch(`/customers/${id}`, { name })
  await change('Ann')
  // The token, the customer; the events, the previous versions, the actors.
  expect(await statementsOf(read)).toBe(5)
  for (let count = 0; count < 30; count++) await change(`Ann ${count}`)
  expect(await statementsOf(read)).toBe(5)
  // No worker runs here, so all events are in the outbox.
  expect((await read()).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({
        changes: [{ field: 'name', label: 'Name', before: 'Ann', after: 'Ann 0' }],
      }),
    ]),
  })
})
