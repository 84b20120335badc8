import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import type { BillingAnswer, BillingCalls } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { newFreeSubscription, subscriptionCalls } from '../../../../test/subscriptions.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let calls: BillingCalls
let last = ''

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose own statements would come in between.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  calls = await subscriptionCalls(server, await createOrganization(server))
  for (let number = 0; number < 8; number += 1) {
    last = (await newFreeSubscription(calls)).id
  }
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The fewest of several tries, because earlier calls may still wake the dispatcher. */
async function statementsOf(call: () => Promise<BillingAnswer>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const before = counter.count()
    expect((await call()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('reading any number of subscriptions takes the same statements as one', async () => {
  const one = await statementsOf(() => calls.get(`/subscriptions/${last}`))
  expect(one).toBeLessThan(12)
  expect(await statementsOf(() => calls.get('/subscriptions/?limit=100'))).toBe(one)
  // And one to count the rest.
  const page = '/subscriptions/?limit=2&sorting=customer'
  expect(await statementsOf(() => calls.get(page))).toBe(one + 1)
})
