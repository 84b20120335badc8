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
import { believers, type Called, verifiers } from './webhook-verifiers.ts'

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

/** An endpoint of its own, that hears of new products. */
async function newEndpoint(wish: { secret?: string } = {}): Promise<Endpoint> {
  endpoints += 1
  const url = `${receiver.url}/${endpoints}`
  const body = { url, format: 'raw', events: ['product.created'], ...wish }
  const made = await calls.post('/webhooks/endpoints', body)
  expect(made).toMatchObject({ status: 201 })
  const [id, secret] = [textAt(made.body, 'id'), textAt(made.body, 'secret')]
  return { id, secret, path: new URL(url).pathname }
}

/** What an endpoint is told of a product that is made now. */
async function toldOfProduct({ path }: Endpoint): Promise<ReceivedWebhook> {
  const { id } = await polar.products.create({
    name: 'Książka 📕',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  })
  await site.server.deliverDue()
  const found = receiver.received.find((one) => one.path === path && one.data['id'] === id)
  if (found === undefined) throw new Error('it was not told')
  return found
}

/** As if it were then where it's received. */
function receivedAt(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
}

const stampOf = ({ headers }: Called): number => Number(headers['webhook-timestamp'])

describe('what an endpoint is sent', () => {
  it('every client believes, with a secret that was made for it', async () => {
    const endpoint = await newEndpoint()
    expect(endpoint.secret).toMatch(/^guildhall_whs_/)
    const told = await toldOfProduct(endpoint)
    expect(await believers(told, endpoint.secret)).toEqual(everybody)
  })

  it.each(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'Żółć 🔑 of ours', 'x'])(
    'every client believes, with the secret %j that was given',
    async (secret) => {
      const endpoint = await newEndpoint({ secret })
      expect(endpoint.secret).toBe(secret)
      expect(await believers(await toldOfProduct(endpoint), secret)).toEqual(everybody)
    },
  )

  it('is believed for five minutes before and after, and not a second longer', async () => {
    const { secret, ...endpoint } = await newEndpoint()
    const told = await toldOfProduct({ secret, ...endpoint })
    for (const apart of [300, -300]) {
      receivedAt(stampOf(told) + apart)
      expect(await believers(told, secret)).toEqual(everybody)
    }
    for (const apart of [301, -301]) {
      receivedAt(stampOf(told) + apart)
      expect(await believers(told, secret)).toEqual([])
    }
  })
})

describe('nobody believes', () => {
  let endpoint: Endpoint
  let told: ReceivedWebhook
  beforeAll(async () => {
    endpoint = await newEndpoint()
    told = await toldOfProduct(endpoint)
  })

  const without = (name: string): Called => {
    const { [name]: _, ...headers } = told.headers
    return { body: told.body, headers }
  }
  const having = (name: string, value: string): Called => ({
    body: told.body,
    headers: { ...told.headers, [name]: value },
  })
  const signature = () => told.headers['webhook-signature'] ?? ''

  it.each<[string, () => Called]>([
    ['another body', () => ({ ...told, body: told.body.replace('free', 'paid') })],
    ['a body with a space more', () => ({ ...told, body: `${told.body} ` })],
    ['another id', () => having('webhook-id', told.id.replace(/.$/, 'x'))],
    ['another second', () => having('webhook-timestamp', String(stampOf(told) + 1))],
    ['no second', () => without('webhook-timestamp')],
    ['no id', () => without('webhook-id')],
    ['no signature', () => without('webhook-signature')],
    [
      'a signature of another kind',
      () => having('webhook-signature', signature().replace('v1', 'v2')),
    ],
    ['the signature without its kind', () => having('webhook-signature', signature().slice(3))],
    ['a signature of nothing', () => having('webhook-signature', 'v1,')],
  ])('%s', async (_what, forge) => {
    expect(await believers(forge(), endpoint.secret)).toEqual([])
    expect(await believers(told, endpoint.secret)).toEqual(everybody)
  })

  it('somebody else’s secret', async () => {
    const other = await newEndpoint()
    expect(await believers(told, other.secret)).toEqual([])
    expect(await believers(told, endpoint.secret.slice(0, -1))).toEqual([])
  })
})

describe('a secret that takes another’s place', () => {
  it('signs beside it for a day, and then alone', async () => {
    const endpoint = await newEndpoint()
    const rotated = await calls.post(`/webhooks/endpoints/${endpoint.id}/secret`, {})
    expect(rotated).toMatchObject({ status: 200 })
    const secret = textAt(rotated.body, 'secret')
    const old = endpoint.secret
    expect(secret).not.toBe(old)

    const both = await toldOfProduct(endpoint)
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(await believers(both, secret)).toEqual(everybody)
    expect(await believers(both, old)).toEqual(everybody)

    site.pass(day + 1)
    const alone = await toldOfProduct(endpoint)
    receivedAt(stampOf(alone))
    expect(await believers(alone, secret)).toEqual(everybody)
    expect(await believers(alone, old)).toEqual([])
  })
})
