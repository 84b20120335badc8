import { id as idOf } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirm, type MadeCheckout, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newPlan } from '../../../../test/subscriptions.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { listTaken } from '../store/taken.ts'

const organizationId = idOf('organization')
const checkoutId = idOf('checkout')

const db = testDatabase()
const server = testServer(db)
let receiver: WebhookReceiver
let acme: Founded
let seller: BillingCalls

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

beforeEach(async () => {
  receiver.behave(200)
  receiver.forget()
  acme = await found(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'webhooks:write',
  ])
})

async function listensTo(...events: readonly string[]): Promise<string> {
  const wish = { url: receiver.url, format: 'raw', events }
  const { status, body } = await seller.post('/webhooks/endpoints', wish)
  expect(status).toBe(201)
  return String(body?.['id'])
}

/** The stream of a checkout, line by line. */
async function hear(checkout: MadeCheckout) {
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

const taken = ['data: {"key":"checkout.webhook_event_delivered","payload":{"status":"succeeded"}}']

/** Buys something, and answers what the page hears once it has heard that it is paid. */
async function buy(product: { readonly id: string }) {
  const checkout = await newCheckout(seller, [product])
  const stream = await hear(checkout)
  expect(await confirm(withNothing(server.current), checkout)).toMatchObject({ status: 200 })
  expect(await stream.until('"succeeded"')).toContain('checkout.updated')
  return { ...stream, isTaken: () => isTaken(checkout) }
}

/** Whether whoever comes now would hear it at once. */
const isTaken = async ({ id }: MadeCheckout): Promise<boolean> => {
  const key = { organizationId: organizationId.parse(acme.id), id: checkoutId.parse(id) }
  return (await listTaken(db.database.kysely, [key])).length > 0
}

describe('a page hears that the seller knows of a purchase', () => {
  it.each(['order.paid', 'order.created', 'checkout.updated'])(
    'once the endpoint has taken %s',
    async (type) => {
      await listensTo(type, 'product.created')
      const stream = await buy(await newProduct(seller))
      expect(await stream.isTaken()).toBe(false)
      receiver.forget()
      await server.current.deliverDue()
      expect(await stream.rest()).toEqual(taken)
      expect(receiver.received.map((one) => one.type)).toContain(type)
    },
  )

  it('once every endpoint has', async () => {
    receiver.behave(({ path }) => (path.endsWith('/late') ? 500 : 200))
    await listensTo('order.paid')
    const wish = { url: `${receiver.url}/late`, format: 'raw', events: ['order.paid'] }
    const { body } = await seller.post('/webhooks/endpoints', wish)
    const stream = await buy(await newPlan(seller, 3000))
    await server.current.deliverDue()
    expect(receiver.received).toHaveLength(2)
    expect(await stream.isTaken()).toBe(false)
    receiver.behave(200)
    const replay = { types: ['order.paid'] }
    expect(
      await seller.post(`/webhooks/endpoints/${String(body?.['id'])}/replay`, replay),
    ).toMatchObject({ status: 202 })
    await server.current.deliverDue()
    expect(await stream.rest()).toEqual(taken)
  })

  it('once it is known that the endpoint has no use for it', async () => {
    const id = await listensTo('order.paid')
    const stream = await buy(await newProduct(seller))
    expect(await stream.isTaken()).toBe(false)
    await seller.patch(`/webhooks/endpoints/${id}`, { events: ['product.created'] })
    expect(await stream.rest()).toEqual(taken)
  })

  it('at once where no endpoint asks for it', async () => {
    await listensTo('product.created')
    const id = await listensTo('order.paid')
    await seller.patch(`/webhooks/endpoints/${id}`, { enabled: false })
    expect(await (await buy(await newProduct(seller))).rest()).toEqual(taken)
  })
})
