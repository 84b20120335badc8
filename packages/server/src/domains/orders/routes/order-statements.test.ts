import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { newOrder, newStock, orderCalls } from '../../../../test/orders.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import type { BillingAnswer, BillingCalls } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let calls: BillingCalls
let last = ''

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  const acme = await createOrganization(server)
  calls = await orderCalls(server, acme)
  for (let number = 0; number < 8; number++) {
    const { id: discountId } = await newDiscount(calls)
    const options = { amounts: [700, 300], discountId, discountAmount: 100 }
    last = await newOrder(server, acme, await newStock(calls), options)
  }
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** The fewest of some tries: the dispatcher may still be busy with earlier events. */
async function statementsOf(ask: () => Promise<BillingAnswer>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await ask()).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('one order and a list of orders take the same number of statements', async () => {
  // The token, the order; items, customers, products, discounts.
  expect(await statementsOf(() => calls.get(`/orders/${last}`))).toBe(6)
  expect(await statementsOf(() => calls.get('/orders/?limit=100'))).toBe(6)
  // One more to count, where the page isn’t the last one.
  expect(await statementsOf(() => calls.get('/orders/?limit=2&sorting=customer'))).toBe(7)
})

test('a list of refunds takes one read', async () => {
  await calls.post('/refunds/', { order_id: last, reason: 'other', amount: 1 })
  await calls.post('/refunds/', { order_id: last, reason: 'other', amount: 1 })
  expect(await statementsOf(() => calls.get('/refunds/?limit=100'))).toBe(2)
})
