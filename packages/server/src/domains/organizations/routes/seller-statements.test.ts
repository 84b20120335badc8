import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  createOrganizationBy,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  inDashboard,
  newAccessToken,
  newBackend,
} from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let acme: OwnedOrganization
let backend: BillingCalls
let dashboard: BillingCalls

beforeAll(async () => {
  counter = await countStatements(db.url)
  // A worker's statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  acme = await createOrganization(server)
  const tokens = Array.from({ length: 12 }, () =>
    newAccessToken(server, acme, ['organizations:read']),
  )
  await Promise.all(tokens)
  backend = await newBackend(server, acme, ['organizations:write'])
  dashboard = inDashboard(server, acme.owner)
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The minimum of several tries, because recording the use of a token or session takes one more. */
async function statementsOf(call: () => Promise<BillingAnswer>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await call()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('authenticating a token takes one statement, and reading another', async () => {
  expect(await statementsOf(() => backend.get('/organizations/'))).toBe(2)
  expect(await statementsOf(() => backend.get(`/organizations/${acme.id}`))).toBe(2)
})

test('a person’s roles take one more statement for any number of organizations', async () => {
  const get = () => dashboard.get(`/organizations/${acme.id}`)
  expect(await statementsOf(get)).toBe(3)
  await Promise.all(Array.from({ length: 20 }, () => createOrganizationBy(acme.owner)))
  expect(await statementsOf(get)).toBe(3)
})

test('a list counts its items only if there are more pages', async () => {
  const list = (query: string) => () =>
    dashboard.get(`/organization-access-tokens/?organization_id=${acme.id}${query}`)
  expect(await statementsOf(list('&limit=20'))).toBe(3)
  expect(await statementsOf(list('&limit=5'))).toBe(4)
  expect(await statementsOf(list('&limit=5&page=9'))).toBe(4)
})

test('a change checks the right again under the lock', async () => {
  const change = () => backend.patch(`/organizations/${acme.id}`, { email: null })
  // The token; begin, lock, right, update, the earlier state, the audit log, event, commit.
  expect(await statementsOf(change)).toBe(9)
})
