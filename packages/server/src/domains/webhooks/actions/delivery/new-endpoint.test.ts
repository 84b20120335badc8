import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCustomer } from '../../../../../test/customers.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { testServer } from '../../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'
import { newEndpoint, newListener } from '../../../../../test/webhooks.ts'

const db = testDatabase()
const server = testServer(db)
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

/** Runs a task while no event leaves the outbox. */
async function withoutDispatch<T>(task: () => Promise<T>): Promise<T> {
  const client = await db.database.pool.connect()
  const lock = "hashtextextended('guildhall.dispatcher', 0)"
  try {
    await client.query(`select pg_advisory_lock(${lock})`)
    return await task()
  } finally {
    await client.query(`select pg_advisory_unlock(${lock})`)
    client.release()
  }
}

it('an endpoint gets events from after its creation, however long earlier ones wait', async () => {
  const { calls } = await newListener(server.current, `${receiver.url}/earlier`)
  const { before, after } = await withoutDispatch(async () => {
    const before = await newCustomer(calls)
    await newEndpoint(calls, { url: `${receiver.url}/new` })
    return { before, after: await newCustomer(calls) }
  })
  await server.current.deliverDue()
  const heardAt = (path: string) =>
    receiver.received.filter((one) => one.path.endsWith(path)).map(({ data }) => data)
  expect(heardAt('/earlier')).toMatchObject([{ id: before.id }, { id: after.id }])
  expect(heardAt('/new')).toMatchObject([{ id: after.id }])
  const later = await newCustomer(calls)
  await server.current.deliverDue()
  expect(heardAt('/new')).toMatchObject([{ id: after.id }, { id: later.id }])
})
