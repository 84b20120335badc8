import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, foundBy } from '../../../../test/founding.ts'
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
let acme: Founded
let backend: BillingCalls
let dashboard: BillingCalls

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose own statements would come in between.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  acme = await found(server)
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

/** The fewest of some tries: the first use of a token or a session is noted by one more. */
async function statementsOf(ask: () => Promise<BillingAnswer>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await ask()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('who a token is costs one statement, and what is read another', async () => {
  expect(await statementsOf(() => backend.get('/organizations/'))).toBe(2)
  expect(await statementsOf(() => backend.get(`/organizations/${acme.id}`))).toBe(2)
})

test('a person’s roles are one more, however many organizations they are in', async () => {
  const get = () => dashboard.get(`/organizations/${acme.id}`)
  expect(await statementsOf(get)).toBe(3)
  await Promise.all(Array.from({ length: 20 }, () => foundBy(acme.owner)))
  expect(await statementsOf(get)).toBe(3)
})

test('a list counts what there is only where that isn’t seen', async () => {
  const list = (query: string) => () =>
    dashboard.get(`/organization-access-tokens/?organization_id=${acme.id}${query}`)
  expect(await statementsOf(list('&limit=20'))).toBe(3)
  expect(await statementsOf(list('&limit=5'))).toBe(4)
  expect(await statementsOf(list('&limit=5&page=9'))).toBe(4)
})

test('a change asks for the right once more, behind the lock', async () => {
  const change = () => backend.patch(`/organizations/${acme.id}`, { email: null })
  // The token; begin, lock, right, update, news, commit.
  expect(await statementsOf(change)).toBe(7)
})
