import { beforeAll, describe, expect, it } from 'vitest'
import { confirm, goodBuyer, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { startTestServer, testServer } from '../../../../test/server.ts'
import { watchersOfOneMax } from '../actions/watch-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct

beforeAll(async () => {
  const acme = await found(server.current)
  seller = await newBackend(server.current, acme, ['checkouts:write', 'products:write'])
  buyer = withNothing(server.current)
  course = await newProduct(seller)
})

const open = () => newCheckout(seller, [course])

const listen = (
  { client_secret }: { readonly client_secret: string },
  { url, ...init }: RequestInit & { readonly url?: string } = {},
) => fetch(`${url ?? server.current.url}/v1${pathOf({ client_secret })}/stream`, init)

/** All that was told, in order. */
const toldIn = (text: string): { key: string; payload: Record<string, string> }[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)))

describe('the stream of a checkout', () => {
  it('tells the order and the end, and ends', async () => {
    const checkout = await open()
    const stream = await listen(checkout)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await confirm(buyer, checkout)
    const told = toldIn(await stream.text())
    expect(told[0]).toEqual({ key: 'checkout.updated', payload: { status: 'open' } })
    expect(told.slice(-3)).toEqual([
      { key: 'checkout.order_created', payload: { order_id: expect.any(String) } },
      { key: 'checkout.updated', payload: { status: 'succeeded' } },
      { key: 'checkout.webhook_event_delivered', payload: { status: 'succeeded' } },
    ])
  })

  it('tells what another process does, also that a card was declined', async () => {
    const elsewhere = await startTestServer(db)
    const checkout = await open()
    const stream = await listen(checkout, { url: elsewhere.url })
    const wish = { ...goodBuyer(), confirmation_token_id: 'tok_sandbox_declined' }
    expect(briefOf(await confirm(buyer, checkout, wish))).toBe('400 PaymentError')
    await confirm(buyer, checkout, goodBuyer())
    const told = toldIn(await stream.text())
    expect(told.at(-2)).toEqual({ key: 'checkout.updated', payload: { status: 'succeeded' } })
    await elsewhere.stop()
  })

  it('tells whoever comes afterwards at once', async () => {
    const checkout = await open()
    const first = await listen(checkout)
    await confirm(buyer, checkout)
    await first.text()
    const late = toldIn(await (await listen(checkout)).text())
    expect(late.map(({ key }) => key)).toEqual([
      'checkout.order_created',
      'checkout.updated',
      'checkout.webhook_event_delivered',
    ])
  })

  it('ends with the server', async () => {
    const elsewhere = await startTestServer(db)
    const stream = await listen(await open(), { url: elsewhere.url })
    const told = stream.text()
    await elsewhere.stop()
    expect(toldIn(await told)).toHaveLength(1)
  })

  it('answers HEAD without listening', async () => {
    const checkout = await open()
    for (let at = 0; at <= watchersOfOneMax; at += 1) {
      expect((await listen(checkout, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('is for some pages at once, and for others when those have gone', async () => {
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
})
