import { createServer, type IncomingMessage } from 'node:http'
import express from 'express'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import * as forExpress from '../../adapters/src/express.ts'
import {
  checkout,
  customerPortal,
  GuildhallError,
  getSession,
  type WebhookEvent,
  webhooks,
} from '../../adapters/src/next.ts'
import type { Seeded } from '../../server/src/app/seed.ts'
import { seeded } from '../../server/test/seeded.ts'
import { testPort } from '../../server/test/test-port.ts'
import { asBackend } from './billing/seller.ts'
import { newPerson } from './people.ts'
import { testSite } from './site.ts'

const serverKey = `guildhall_srv_${'a'.repeat(32)}`
const site = testSite({ GUILDHALL_SERVER_KEYS: serverKey })
const limited = testSite({ GUILDHALL_RATE_LIMIT: 'on' })

let seller: Seeded
let access: { serverURL: string; accessToken: string }

beforeAll(async () => {
  const product = '--product Pro --price 900 --every month'
  const call = `--email owner@adapters.test --organization Adapters ${product}`
  seller = await seeded(site.server.config, call)
  access = { serverURL: site.url, accessToken: seller.accessToken }
})

const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:4000${path}`, { headers })

const target = (answer: Response): string => answer.headers.get('location') ?? ''

describe('checkout', () => {
  const sellsTo = (externalId: string) => ({
    ...access,
    products: [seller.productId ?? ''],
    getBuyer: () => ({ externalId, email: `${externalId}@buyers.test`, name: 'Bea' }),
  })

  test('redirects to a checkout for the buyer of the application’s session', async () => {
    const answer = await checkout(sellsTo('bea'))(get('/buy?customerExternalId=victim'))
    expect([answer.status, target(answer)]).toEqual([303, expect.stringContaining('/checkout/')])
    const [latest] = (await asBackend(site, seller.accessToken).checkouts.list({})).result.items
    expect(latest).toMatchObject({ customerExternalId: 'bea', customerEmail: 'bea@buyers.test' })
  })

  test('sells only the products of the application, whatever the URL names', async () => {
    const backend = asBackend(site, seller.accessToken)
    const hidden = await backend.products.create({
      name: 'Staff plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'free' }],
    })
    const sell = checkout(sellsTo('carl'))
    expect((await sell(get(`/buy?products=${hidden.id}`))).status).toBe(404)
    const both = `/buy?products=${seller.productId}&products=${hidden.id}`
    expect((await sell(get(both))).status).toBe(404)
    expect((await sell(get(`/buy?products=${seller.productId}`))).status).toBe(303)
  })

  test('fails where the application is wrong, without its token', async () => {
    const unknown = '0197ffff-0000-7000-8000-000000000000'
    const failed = checkout({ ...access, products: [unknown] })(get('/buy'))
    await expect(failed).rejects.toThrow(GuildhallError)
    await expect(failed).rejects.not.toThrow(seller.accessToken)
    const stranger = { ...access, accessToken: 'guildhall_oat_wrong' }
    const refused = checkout({ ...stranger, products: [unknown] })(get('/buy'))
    await expect(refused).rejects.toMatchObject({ status: 401 })
  })
})

describe('the customer portal', () => {
  const portalOf = (externalId: string | null) =>
    customerPortal({ ...access, getExternalId: () => externalId })(get('/purchases'))

  test('opens for the user of the application’s session', async () => {
    const backend = asBackend(site, seller.accessToken)
    await backend.customers.create({ email: 'dora@buyers.test', externalId: 'dora' })
    const answer = await portalOf('dora')
    expect([answer.status, target(answer)]).toEqual([
      303,
      expect.stringContaining(`${site.url}/portal/adapters?customer_session_token=`),
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('fails where another server answers, rather than say that nothing was bought', async () => {
    const port = await testPort()
    const another = createServer((_, response) => response.writeHead(404).end()).listen(port)
    const serverURL = `http://localhost:${port}`
    const open = customerPortal({ ...access, serverURL, getExternalId: () => 'dora' })
    await expect(open(get('/purchases'))).rejects.toMatchObject({ status: 404 })
    another.close()
  })

  test('stays closed for nobody, and for who bought nothing', async () => {
    expect((await portalOf(null)).status).toBe(401)
    expect((await portalOf('nobody')).status).toBe(404)
  })
})

describe('webhooks', () => {
  const secret = 'guildhall_whs_of_the_endpoint'
  const body = JSON.stringify({ type: 'order.paid', timestamp: '2026-01-01T00:00:00Z', data: {} })
  const signer = (key: string) => new Webhook(Buffer.from(key).toString('base64'))
  const received: (WebhookEvent & { id: string })[] = []
  const receive = webhooks({
    webhookSecret: secret,
    onEvent: (event, { id }) => void received.push({ ...event, id }),
  })

  // Signing and sending may be on both sides of a full second.
  const now = new Date()
  const sent = (signature: string, at = now, text = body) =>
    receive(
      new Request('http://localhost:4000/webhooks', {
        method: 'POST',
        body: text,
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
          'webhook-signature': signature,
        },
      }),
    )
  const signed = (key: string, at = now) => signer(key).sign('msg_1', at, body)

  test('pass on what the server signed', async () => {
    received.length = 0
    expect((await sent(signed(secret))).status).toBe(204)
    expect(received).toEqual([{ ...JSON.parse(body), id: 'msg_1' }])
  })

  test('accept one of two signatures, while a secret is replaced', async () => {
    expect((await sent(`${signed('another_secret_of_before')} ${signed(secret)}`)).status).toBe(204)
  })

  test.each([
    ['of another secret', () => sent(signed('another_secret_of_before'))],
    ['of another body', () => sent(signed(secret), now, body.replace('{}', '{"a":1}'))],
    ['of another time', () => sent(signed(secret, new Date(Date.now() - 60_000)))],
    [
      'that is old',
      () => {
        const old = new Date(Date.now() - 301_000)
        return sent(signed(secret, old), old)
      },
    ],
    ['that is none', () => sent('')],
    ['of another version', () => sent(signed(secret).replace('v1,', 'v2,'))],
    ['that isn’t base64', () => sent('v1,!!!')],
    ['cut off', () => sent(signed(secret).slice(0, -8))],
  ])('refuse a signature %s', async (_, deliver) => {
    received.length = 0
    expect((await deliver()).status).toBe(403)
    expect(received).toEqual([])
  })

  test('fail with the application, so that the event comes again', async () => {
    const failing = webhooks({
      webhookSecret: secret,
      onEvent: () => Promise.reject(new Error('x')),
    })
    const headers = { 'webhook-id': 'msg_1', 'webhook-signature': signed(secret) }
    const timestamp = `${Math.floor(now.getTime() / 1000)}`
    const request = new Request('http://localhost:4000/webhooks', {
      method: 'POST',
      body,
      headers: { ...headers, 'webhook-timestamp': timestamp },
    })
    await expect(failing(request)).rejects.toThrow('x')
  })

  test('in Express say when the body was parsed before', async () => {
    const app = express()
    const messages: string[] = []
    app.use(express.json())
    app.post('/webhooks', forExpress.webhooks({ webhookSecret: secret, onEvent: () => undefined }))
    app.use((error: Error, _: IncomingMessage, response: express.Response, __: unknown) => {
      messages.push(error.message)
      response.sendStatus(500)
    })
    const port = await testPort()
    const server = createServer(app).listen(port)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://localhost:${port}/webhooks`, {
      method: 'POST',
      body,
      headers,
    })
    server.close()
    expect([answer.status, messages]).toEqual([
      500,
      ['The body was parsed before: put this route above express.json()'],
    ])
  })
})

describe('a session', () => {
  test('is that of the cookie or the bearer token, also with a server key', async () => {
    const person = await newPerson(site, 'erin@adapters.test')
    const cookie = person.jar.header()
    for (const key of [undefined, serverKey]) {
      const sessionOf = getSession({ serverURL: site.url, ...(key && { serverKey: key }) })
      expect((await sessionOf(get('/', { cookie })))?.user.email).toBe('erin@adapters.test')
      expect(await sessionOf(get('/'))).toBeNull()
      expect(await sessionOf(get('/', { cookie: 'other=1' }))).toBeNull()
      expect(await sessionOf(new Headers({ authorization: 'Bearer wrong' }))).toBeNull()
    }
  })

  test('too many requests are an error, and not nobody', async () => {
    const person = await newPerson(limited, 'finn@adapters.test')
    const sessionOf = getSession({ serverURL: limited.url })
    const ask = () => sessionOf(get('/', { cookie: person.jar.header() }))
    const flood = async () => {
      for (let count = 0; count < 2_000; count++) await ask()
    }
    await expect(flood()).rejects.toMatchObject({ status: 429 })
  })
})
