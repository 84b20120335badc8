import type { Polar } from '@polar-sh/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { day, testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asBackend, newSeller, newToken } from './seller.ts'
import { asToken } from './subscriber.ts'
import { acceptingVerifiers, type ReceivedRequest, verifiers } from './webhook-verifiers.ts'

const site = testSite()
const everybody = Object.keys(verifiers)
let receiver: WebhookReceiver
let polar: Polar
let calls: ReturnType<typeof asToken>

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  const acme = await newSeller(site, 'acme')
  const { token } = await newToken(acme, ['products:write', 'webhooks:write'])
  polar = asBackend(site, token)
  calls = asToken(site, token)
})
afterEach(() => vi.useRealTimers())
afterAll(() => receiver.stop())

interface Endpoint {
  readonly id: string
  readonly path: string
  readonly secret: string
}

let endpoints = 0

/** A new endpoint that gets events about new products. */
async function newEndpoint(input: { secret?: string } = {}): Promise<Endpoint> {
  endpoints += 1
  const url = `${receiver.url}/${endpoints}`
  const body = { url, format: 'raw', events: ['product.created'], ...input }
  const made = await calls.post('/webhooks/endpoints', body)
  expect(made).toMatchObject({ status: 201 })
  const [id, secret] = [textAt(made.body, 'id'), textAt(made.body, 'secret')]
  return { id, secret, path: new URL(url).pathname }
}

/** Creates a product, and returns the event that the endpoint gets. */
async function eventOfNewProduct({ path }: Endpoint): Promise<ReceivedWebhook> {
  const { id } = await polar.products.create({
    name: 'Książka 📕',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 900 }],
  })
  await site.server.deliverDue()
  const found = receiver.received.find((one) => one.path === path && one.data['id'] === id)
  if (found === undefined) throw new Error('the endpoint got no event')
  return found
}

/** Sets the clock of the receiver. */
function receivedAt(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
}

const stampOf = ({ headers }: ReceivedRequest): number => Number(headers['webhook-timestamp'])

describe('a sent event', () => {
  it('is verified by every client with a generated secret', async () => {
    const endpoint = await newEndpoint()
    expect(endpoint.secret).toMatch(/^guildhall_whs_/)
    const event = await eventOfNewProduct(endpoint)
    expect(await acceptingVerifiers(event, endpoint.secret)).toEqual(everybody)
  })

  it.each(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'Żółć 🔑 of ours', 'x'])(
    'is verified by every client with the given secret %j',
    async (secret) => {
      const endpoint = await newEndpoint({ secret })
      expect(endpoint.secret).toBe(secret)
      expect(await acceptingVerifiers(await eventOfNewProduct(endpoint), secret)).toEqual(everybody)
    },
  )

  it('is valid for five minutes before and after, and not a second longer', async () => {
    const { secret, ...endpoint } = await newEndpoint()
    const event = await eventOfNewProduct({ secret, ...endpoint })
    for (const apart of [300, -300]) {
      receivedAt(stampOf(event) + apart)
      expect(await acceptingVerifiers(event, secret)).toEqual(everybody)
    }
    for (const apart of [301, -301]) {
      receivedAt(stampOf(event) + apart)
      expect(await acceptingVerifiers(event, secret)).toEqual([])
    }
  })
})

describe('no client accepts', () => {
  let endpoint: Endpoint
  let event: ReceivedWebhook
  beforeAll(async () => {
    endpoint = await newEndpoint()
    event = await eventOfNewProduct(endpoint)
  })

  const without = (name: string): ReceivedRequest => {
    const { [name]: _, ...headers } = event.headers
    return { body: event.body, headers }
  }
  const having = (name: string, value: string): ReceivedRequest => ({
    body: event.body,
    headers: { ...event.headers, [name]: value },
  })
  const signature = () => event.headers['webhook-signature'] ?? ''

  it.each<[string, () => ReceivedRequest]>([
    ['another body', () => ({ ...event, body: event.body.replace('fixed', 'floating') })],
    ['a body with an additional space', () => ({ ...event, body: `${event.body} ` })],
    ['another id', () => having('webhook-id', event.id.replace(/.$/, 'x'))],
    ['another timestamp', () => having('webhook-timestamp', String(stampOf(event) + 1))],
    ['no timestamp', () => without('webhook-timestamp')],
    ['no id', () => without('webhook-id')],
    ['no signature', () => without('webhook-signature')],
    [
      'a signature of another version',
      () => having('webhook-signature', signature().replace('v1', 'v2')),
    ],
    ['the signature without its version', () => having('webhook-signature', signature().slice(3))],
    ['an empty signature', () => having('webhook-signature', 'v1,')],
  ])('%s', async (_what, forge) => {
    expect(await acceptingVerifiers(forge(), endpoint.secret)).toEqual([])
    expect(await acceptingVerifiers(event, endpoint.secret)).toEqual(everybody)
  })

  it('a signature with another secret', async () => {
    const other = await newEndpoint()
    expect(await acceptingVerifiers(event, other.secret)).toEqual([])
    expect(await acceptingVerifiers(event, endpoint.secret.slice(0, -1))).toEqual([])
  })
})

describe('a rotated secret', () => {
  it('signs together with the previous one for a day, and then alone', async () => {
    const endpoint = await newEndpoint()
    const rotated = await calls.post(`/webhooks/endpoints/${endpoint.id}/secret`, {})
    expect(rotated).toMatchObject({ status: 200 })
    const secret = textAt(rotated.body, 'secret')
    const old = endpoint.secret
    expect(secret).not.toBe(old)

    const both = await eventOfNewProduct(endpoint)
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(await acceptingVerifiers(both, secret)).toEqual(everybody)
    expect(await acceptingVerifiers(both, old)).toEqual(everybody)

    site.advanceTime(day + 1)
    const alone = await eventOfNewProduct(endpoint)
    receivedAt(stampOf(alone))
    expect(await acceptingVerifiers(alone, secret)).toEqual(everybody)
    expect(await acceptingVerifiers(alone, old)).toEqual([])
  })
})
