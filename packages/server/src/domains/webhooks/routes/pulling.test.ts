import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { itemsOf, type Listener, newListener } from '../../../../test/webhooks.ts'

const db = testDatabase()
const server = testServer(db)
let receiver: WebhookReceiver
let acme: Listener

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  acme = await newListener(server.current, receiver.url, { events: webhookEventTypes })
  for (let at = 0; at < 4; at++) {
    const { id } = await newCustomer(acme.calls)
    await acme.calls.patch(`/customers/${id}`, { name: `Customer ${at}` })
  }
  await server.current.deliverDue()
})
afterAll(() => receiver?.stop())

const pull = (query = '') => acme.calls.get(`/webhooks/events?${query}`)

it('pulled events equal the sent ones, in the same order', async () => {
  const answer = await pull()
  const pulled = itemsOf(answer)
  const sent = receiver.received.map(({ body, sequence }) => ({ ...JSON.parse(body), sequence }))
  expect(pulled.length).toBeGreaterThanOrEqual(8)
  expect(
    pulled.map(({ type, timestamp, data, sequence }) => ({ type, timestamp, data, sequence })),
  ).toEqual(sent)
  expect(answer.body).toMatchObject({ has_more: false })
  expect(new Set(pulled.map(({ id }) => id)).size).toBe(pulled.length)
  expect(itemsOf(await pull())).toEqual(pulled)
})

it('the next page starts where the last one ended', async () => {
  const all = itemsOf(await pull())
  const seen: unknown[] = []
  let after = ''
  for (let hasMore = true; hasMore; ) {
    const answer = await pull(`limit=3${after}`)
    expect(itemsOf(answer).length).toBeLessThanOrEqual(3)
    seen.push(...itemsOf(answer))
    after = `&after=${Number(answer.body?.['next_after'])}`
    hasMore = answer.body?.['has_more'] === true
  }
  expect(seen).toEqual(all)
  expect((await pull(after)).body).toMatchObject({ items: [], has_more: false })
})

it('a filter by type skips other events', async () => {
  const found = itemsOf(await pull('types=customer.updated'))
  expect(found.map(({ type }) => type)).toEqual(Array(4).fill('customer.updated'))
  const none = await pull('types=order.paid')
  expect(none.body).toMatchObject({ items: [], has_more: false })
  expect(none.body?.['next_after']).toBe((await pull('after=latest')).body?.['next_after'])
})

it('after=latest returns only later events', async () => {
  const latest = await pull('after=latest')
  expect(latest.body).toMatchObject({ items: [], has_more: false })
  const { id } = await newCustomer(acme.calls)
  await server.current.settle()
  const later = itemsOf(await pull(`after=${Number(latest.body?.['next_after'])}`))
  expect(later[0]).toMatchObject({ type: 'customer.created', data: { id } })
})

it('a cursor beyond the end returns nothing and stays', async () => {
  const far = await pull('after=999999999')
  expect(far.body).toEqual({ items: [], next_after: 999_999_999, has_more: false })
})

it.each(['after=first', 'after=-1', 'limit=0', 'types=meter.created'])(
  '%s is refused',
  async (query) => {
    const field = `query.${query.split('=')[0]}`
    expect(briefOf(await pull(query))).toBe(`422 RequestValidationError ${field}`)
  },
)

it('internal events are not pulled', async () => {
  const types = new Set(itemsOf(await pull()).map(({ type }) => String(type)))
  expect(types.has('webhook_endpoint.created')).toBe(false)
  const known: readonly string[] = webhookEventTypes
  expect([...types].filter((type) => !known.includes(type))).toEqual([])
})
