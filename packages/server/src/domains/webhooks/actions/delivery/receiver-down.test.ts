import { beforeEach, describe, expect, it } from 'vitest'
import { type MadeCustomer, newCustomer } from '../../../../../test/customers.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { receiving } from '../../../../../test/deliveries.ts'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { testServer } from '../../../../../test/server.ts'
import type { ReceivedWebhook, WebhookReceiver } from '../../../../../test/webhook-receiver.ts'
import { itemsOf, type Listener, newListener } from '../../../../../test/webhooks.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const hourSeconds = 3_600
let receiver: WebhookReceiver
let acme: Listener

beforeEach(async () => {
  receiver = await receiving()
  acme = await newListener(server.current, receiver.url)
  receiver.forget()
})

const deliver = () => server.current.deliverDue()

const rename = ({ id }: MadeCustomer, name: string) =>
  acme.calls.patch(`/customers/${id}`, { name })

/** Many customers are created and changed while the receiver is down. */
async function hourOfDowntime(): Promise<void> {
  const first = await newCustomer(acme.calls)
  await deliver()
  await receiver.goDown()
  for (let step = 1; step <= 12; step += 1) {
    const next = await newCustomer(acme.calls)
    await rename(first, `First, ${step}`)
    await rename(next, `Next, ${step}`)
    await deliver()
    clock.advance(hourSeconds / 12)
  }
  await receiver.comeUp()
}

/** The objects of a receiver that stores the last event of each. */
function mirrored(received: readonly ReceivedWebhook[]): ReadonlyMap<unknown, unknown> {
  const versions = new Map<unknown, number>()
  const objects = new Map<unknown, unknown>()
  for (const { data, headers } of received) {
    const version = Number(headers['guildhall-object-version'])
    expect(version).toBeGreaterThan(versions.get(data['id']) ?? 0)
    versions.set(data['id'], version)
    objects.set(data['id'], data)
  }
  return objects
}

async function actual(): Promise<ReadonlyMap<unknown, unknown>> {
  const items = itemsOf(await acme.calls.get('/customers?limit=100'))
  return new Map(items.map((item) => [item['id'], item]))
}

const health = async () =>
  (await acme.calls.get(`/webhooks/endpoints/${acme.endpoint.id}`)).body?.['health']

const healthy = { state: 'healthy', failed_events: 0, waiting: 0, lag: 0 }

describe('a receiver that was down for an hour', () => {
  it('is suspended, resumes automatically, and ends with the state that the API shows', async () => {
    await hourOfDowntime()
    expect(await health()).toMatchObject({ state: 'resting', failed_events: 10 })
    expect(mirrored(receiver.received).size).toBe(1)
    clock.advance(1.1 * hourSeconds)
    await deliver()
    expect(await actual()).toEqual(mirrored(receiver.received))
    expect(mirrored(receiver.received).size).toBe(13)
    expect(await health()).toMatchObject(healthy)
  })

  it('gets missed events immediately when a member enables it', async () => {
    await hourOfDowntime()
    const path = `/webhooks/endpoints/${acme.endpoint.id}`
    await acme.calls.patch(path, { enabled: false })
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await acme.calls.patch(path, { enabled: true })
    await deliver()
    expect(await actual()).toEqual(mirrored(receiver.received))
    expect(await health()).toMatchObject(healthy)
  })

  it('also gets deliveries that failed for good meanwhile', async () => {
    await newCustomer(acme.calls)
    await receiver.goDown()
    await deliver()
    for (let day = 0; day < 10; day += 1) {
      clock.advance(1.1 * 24 * hourSeconds)
      await deliver()
    }
    await receiver.comeUp()
    clock.advance(1.1 * 24 * hourSeconds)
    await deliver()
    expect(receiver.received).toEqual([])
    const path = `/webhooks/endpoints/${acme.endpoint.id}`
    await acme.calls.patch(path, { enabled: false })
    await acme.calls.patch(path, { enabled: true })
    await deliver()
    expect(await actual()).toEqual(mirrored(receiver.received))
    expect(mirrored(receiver.received).size).toBe(1)
  })
})
