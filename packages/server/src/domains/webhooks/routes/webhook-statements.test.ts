import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { itemsOf, type Listener, newEndpoint, newListener } from '../../../../test/webhooks.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let sending: TestServer
let receiver: WebhookReceiver
let acme: Listener

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  counter = await countStatements(db.url)
  // Without a worker, because its statements would be counted.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  sending = await startTestServer(db)
  acme = await newListener(server, receiver.url)
})
afterAll(async () => {
  await server?.stop()
  await sending?.stop()
  await counter?.stop()
  await receiver?.stop()
})

/** The minimum of some tries, because the first use of a token takes one more. */
async function statementsOf(path: string): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await acme.calls.get(path)).status).toBe(200)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

it('lists take the same number of statements, however long they are', async () => {
  await newCustomer(acme.calls)
  await sending.deliverDue()
  const costs = async (): Promise<number[]> => {
    const found: number[] = []
    for (const list of ['endpoints', 'deliveries', 'messages', 'events']) {
      found.push(await statementsOf(`/webhooks/${list}?limit=100`))
    }
    return found
  }
  const few = await costs()
  for (let more = 0; more < 5; more++) {
    await newEndpoint(acme.calls, { url: receiver.url })
    await newCustomer(acme.calls)
  }
  await sending.deliverDue()
  expect(itemsOf(await acme.calls.get('/webhooks/messages?limit=100')).length).toBeGreaterThan(15)
  expect(await costs()).toEqual(few)
  expect(Math.max(...few)).toBeLessThanOrEqual(6)
})
