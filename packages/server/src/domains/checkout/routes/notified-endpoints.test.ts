import { id as idOf } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirm, type MadeCheckout, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newRecurringProduct } from '../../../../test/subscriptions.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { listNotified } from '../store/notified-endpoints.ts'

const organizationId = idOf('organization')
const checkoutId = idOf('checkout')

const db = testDatabase()
const server = testServer(db)
let receiver: WebhookReceiver
let acme: OwnedOrganization
let seller: BillingCalls

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

beforeEach(async () => {
  receiver.behave(200)
  receiver.forget()
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'webhooks:write',
  ])
})

async function newEndpointFor(...events: readonly string[]): Promise<string> {
  const input = { url: receiver.url, format: 'raw', events }
  const { status, body } = await seller.post('/webhooks/endpoints', input)
  expect(status).toBe(201)
  return String(body?.['id'])
}

/** The events of a stream, one by one. */
async function openStream(checkout: MadeCheckout) {
  const answer = await fetch(`${server.current.url}/v1${pathOf(checkout)}/stream`)
  const lines = readLines(answer)
  return {
    until: async (said: string): Promise<string> => {
      for (;;) {
        const { value = '', done } = await lines.next()
        if (done === true || value.includes(said)) return value
      }
    },
    rest: async (): Promise<string[]> => {
      const rest: string[] = []
      for await (const line of lines) rest.push(line)
      return rest
    },
  }
}

async function* readLines({ body }: Response): AsyncGenerator<string, undefined> {
  let unread = ''
  for await (const chunk of body ?? []) {
    unread += Buffer.from(chunk).toString()
    const lines = unread.split('\n')
    unread = lines.pop() ?? ''
    yield* lines.filter((line) => line.startsWith('data: '))
  }
}

const delivered = [
  'data: {"key":"checkout.webhook_event_delivered","payload":{"status":"succeeded"}}',
]

/** Buys a product, and returns the stream after the event of the payment. */
async function buy(product: { readonly id: string }) {
  const checkout = await newCheckout(seller, [product])
  const stream = await openStream(checkout)
  expect(await confirm(withNothing(server.current), checkout)).toMatchObject({ status: 200 })
  expect(await stream.until('"succeeded"')).toContain('checkout.updated')
  return { ...stream, isNotified: () => isNotified(checkout) }
}

/** Whether a new page would get the event immediately. */
const isNotified = async ({ id }: MadeCheckout): Promise<boolean> => {
  const key = { organizationId: organizationId.parse(acme.id), id: checkoutId.parse(id) }
  return (await listNotified(db.database.kysely, [key])).length > 0
}

describe('a page is notified of the delivery to endpoints', () => {
  it.each(['order.paid', 'order.created', 'checkout.updated'])(
    'after an endpoint got %s',
    async (type) => {
      await newEndpointFor(type, 'product.created')
      const stream = await buy(await newProduct(seller))
      expect(await stream.isNotified()).toBe(false)
      receiver.forget()
      await server.current.deliverDue()
      expect(await stream.rest()).toEqual(delivered)
      expect(receiver.received.map((one) => one.type)).toContain(type)
    },
  )

  it('after all endpoints got the event', async () => {
    receiver.behave(({ path }) => (path.endsWith('/late') ? 500 : 200))
    await newEndpointFor('order.paid')
    const input = { url: `${receiver.url}/late`, format: 'raw', events: ['order.paid'] }
    const { body } = await seller.post('/webhooks/endpoints', input)
    const stream = await buy(await newRecurringProduct(seller, 3000))
    await server.current.deliverDue()
    expect(receiver.received).toHaveLength(2)
    expect(await stream.isNotified()).toBe(false)
    receiver.behave(200)
    const replay = { types: ['order.paid'] }
    expect(
      await seller.post(`/webhooks/endpoints/${String(body?.['id'])}/replay`, replay),
    ).toMatchObject({ status: 202 })
    await server.current.deliverDue()
    expect(await stream.rest()).toEqual(delivered)
  })

  it('after the endpoint no longer wants the event', async () => {
    const id = await newEndpointFor('order.paid')
    const stream = await buy(await newProduct(seller))
    expect(await stream.isNotified()).toBe(false)
    await seller.patch(`/webhooks/endpoints/${id}`, { events: ['product.created'] })
    expect(await stream.rest()).toEqual(delivered)
  })

  it('immediately when no endpoint wants the event', async () => {
    await newEndpointFor('product.created')
    const id = await newEndpointFor('order.paid')
    await seller.patch(`/webhooks/endpoints/${id}`, { enabled: false })
    expect(await (await buy(await newProduct(seller))).rest()).toEqual(delivered)
  })
})
