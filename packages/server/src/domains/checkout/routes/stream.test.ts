import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { confirm, goodBuyer, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { startTestServer, testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'
import { watchersOfNetworkMax, watchersOfOneMax } from '../actions/watch-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct

beforeAll(async () => {
  const acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, ['checkouts:write', 'products:write'])
  buyer = withNothing(server.current)
  course = await newProduct(seller)
})

const open = () => newCheckout(seller, [course])

interface Listened {
  readonly client_secret: string
}

const listen = (
  { client_secret }: Listened,
  { url, ...init }: RequestInit & { readonly url?: string } = {},
) => fetch(`${url ?? server.current.url}/v1${pathOf({ client_secret })}/stream`, init)

/** All events of a stream, in order. */
const eventsIn = (text: string): { key: string; payload: Record<string, string> }[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)))

describe('the stream of a checkout', () => {
  it('sends the order and the final status, and ends', async () => {
    const checkout = await open()
    const stream = await listen(checkout)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await confirm(buyer, checkout)
    const events = eventsIn(await stream.text())
    expect(events[0]).toEqual({ key: 'checkout.updated', payload: { status: 'open' } })
    expect(events.slice(-3)).toEqual([
      { key: 'checkout.order_created', payload: { order_id: expect.any(String) } },
      { key: 'checkout.updated', payload: { status: 'succeeded' } },
      { key: 'checkout.webhook_event_delivered', payload: { status: 'succeeded' } },
    ])
  })

  it('reports changes by other processes, such as a declined card', async () => {
    const otherServer = await startTestServer(db)
    const checkout = await open()
    const stream = await listen(checkout, { url: otherServer.url })
    const input = { ...goodBuyer(), confirmation_token_id: 'tok_sandbox_declined' }
    expect(briefOf(await confirm(buyer, checkout, input))).toBe('400 PaymentError')
    await confirm(buyer, checkout, goodBuyer())
    const events = eventsIn(await stream.text())
    expect(events.at(-2)).toEqual({ key: 'checkout.updated', payload: { status: 'succeeded' } })
    await otherServer.stop()
  })

  it('sends everything immediately after the end', async () => {
    const checkout = await open()
    const first = await listen(checkout)
    await confirm(buyer, checkout)
    await first.text()
    const late = eventsIn(await (await listen(checkout)).text())
    expect(late.map(({ key }) => key)).toEqual([
      'checkout.order_created',
      'checkout.updated',
      'checkout.webhook_event_delivered',
    ])
  })

  it('ends with the server', async () => {
    const otherServer = await startTestServer(db)
    const stream = await listen(await open(), { url: otherServer.url })
    const events = stream.text()
    await otherServer.stop()
    expect(eventsIn(await events)).toHaveLength(1)
  })

  it('answers HEAD without streaming', async () => {
    const checkout = await open()
    for (let at = 0; at <= watchersOfOneMax; at += 1) {
      expect((await listen(checkout, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('is limited to some pages at a time', async () => {
    const checkout = await open()
    const gone = new AbortController()
    const { signal } = gone
    const streams = await Promise.all(
      Array.from({ length: watchersOfOneMax }, () => listen(checkout, { signal })),
    )
    expect(streams.map(({ status }) => status)).toEqual(Array(watchersOfOneMax).fill(200))
    const refused = await buyer.get(`${pathOf(checkout)}/stream`)
    expect(briefOf(refused)).toBe('429 TooManyRequests')
    expect(refused.headers.get('retry-after')).toBe('5')
    gone.abort()
    await expect
      .poll(async () => (await listen(checkout, { method: 'GET' })).status, { timeout: 30_000 })
      .toBe(200)
  })

  it('is limited to ten times as many pages of an IPv6 /48', async () => {
    const env = { GUILDHALL_TRUSTED_PROXIES: '127.0.0.1,::1' }
    const { url, stop } = await startTestServer(db, env)
    onTestFinished(stop)
    const gone = new AbortController()
    // A response that nothing refers to is closed by the garbage collector.
    const held: Response[] = []
    const statusFrom = async (checkout: Listened, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const response = await listen(checkout, { url, headers, signal: gone.signal })
      held.push(response)
      return response.status
    }
    const siteMax = watchersOfNetworkMax * 10
    const checkouts = await Promise.all(
      Array.from({ length: siteMax / watchersOfOneMax + 1 }, open),
    )
    const [last, ...filled] = checkouts
    assert(last !== undefined, 'a checkout is left')
    const statuses = await Promise.all(
      filled.flatMap((checkout, site) =>
        Array.from({ length: watchersOfOneMax }, () =>
          statusFrom(checkout, `2001:db8:48:${site}::1`),
        ),
      ),
    )
    expect(statuses).toEqual(Array(siteMax).fill(200))
    expect(await statusFrom(last, '2001:db8:48:ffff::1')).toBe(429)
    expect(await statusFrom(last, '2001:db8:49::1')).toBe(200)
    expect(held).toHaveLength(siteMax + 2)
    gone.abort()
  })

  it('is limited to some pages of a network, whichever checkouts they show', async () => {
    const env = { GUILDHALL_TRUSTED_PROXIES: '127.0.0.1,::1' }
    const { url, stop } = await startTestServer(db, env)
    onTestFinished(stop)
    const checkouts = await Promise.all(Array.from({ length: 4 }, open))
    const gone = new AbortController()
    const opened = async (address: string, { signal }: { signal?: AbortSignal } = {}) => {
      const headers = { 'x-forwarded-for': address }
      const streams = await Promise.all(
        checkouts.flatMap((checkout) =>
          Array.from({ length: 8 }, (_, at) =>
            listen(checkout, { url, headers, signal: at === 0 ? (signal ?? null) : gone.signal }),
          ),
        ),
      )
      return streams.filter(({ status }) => status === 200).length
    }
    const first = new AbortController()
    expect(await opened('2001:db8:1:2::7', first)).toBe(watchersOfNetworkMax)
    const one = (address: string) =>
      open().then((checkout) =>
        listen(checkout, { url, headers: { 'x-forwarded-for': address }, signal: gone.signal }),
      )
    const refused = await one('2001:db8:1:2:ffff::1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await one('2001:db8:1:3::7')).status).toBe(200)
    first.abort()
    await expect
      .poll(async () => (await one('2001:db8:1:2::8')).status, { timeout: 30_000 })
      .toBe(200)
    gone.abort()
  })
})
