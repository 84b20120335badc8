import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import {
  itemsOf,
  type Listener,
  messagesOf,
  newEndpoint,
  newListener,
} from '../../../../test/webhooks.ts'

const db = testDatabase()
/** Stopped, so that nothing is retried during the tests. */
const clock = movableClock()
const server = testServer(db, {}, { clock })
let receiver: WebhookReceiver
let acme: Listener
let ada: string
let bob: string
let between: string

beforeAll(async () => {
  clock.freeze()
  receiver = await startWebhookReceiver()
  acme = await newListener(server.current, receiver.url)
  const { calls } = acme
  ada = (await newCustomer(calls)).id
  await calls.patch(`/customers/${ada}`, { name: 'Ada' })
  await server.current.deliverDue()
  clock.advance(2)
  between = clock.now().toISOString()
  receiver.behave({ status: 503, body: 'Not today' })
  bob = (await newCustomer(calls)).id
  await calls.patch(`/customers/${bob}`, { name: 'Bob' })
  await server.current.deliverDue()
})
afterAll(() => receiver?.stop())

const statesOf = async (query = ''): Promise<string[]> =>
  (await messagesOf(acme.calls, query)).map(({ type, state }) => `${type} ${state}`)

const all = [
  'customer.updated waiting',
  'customer.created waiting',
  'customer.updated delivered',
  'customer.created delivered',
]

describe('messages', () => {
  it('are listed, newest first', async () => {
    expect(await statesOf()).toEqual(all)
    const [behind, failed, , delivered] = await messagesOf(acme.calls)
    expect(behind).toMatchObject({ attempt_count: 0, next_attempt_at: null, last_http_code: null })
    expect(failed).toMatchObject({
      object_id: bob,
      attempt_count: 1,
      next_attempt_at: expect.any(String),
      last_http_code: 503,
    })
    expect(delivered).toMatchObject({ object_id: ada, attempt_count: 1, last_http_code: 200 })
  })

  it.each<[string, () => string, string[]]>([
    ['an endpoint', () => `endpoint_id=${acme.endpoint.id}`, all],
    ['another endpoint', () => `endpoint_id=${ada}`, []],
    ['a state', () => 'state=delivered', all.slice(2)],
    ['states', () => 'state=failed&state=waiting', all.slice(0, 2)],
    ['a type', () => 'type=customer.created', [all[1] ?? '', all[3] ?? '']],
    ['a status code', () => 'http_code=503', [all[1] ?? '']],
    ['an object', () => `object_id=${ada}`, all.slice(2)],
    ['a start', () => `created_after=${between}`, all.slice(0, 2)],
    ['an end', () => `created_before=${between}`, all.slice(2)],
    [
      'several conditions',
      () => `object_id=${ada}&type=customer.updated&state=delivered`,
      [all[2] ?? ''],
    ],
    ['conditions without a match', () => `object_id=${ada}&state=failed`, []],
  ])('are filtered by %s', async (_what, query, expected) => {
    expect(await statesOf(query())).toEqual(expected)
  })

  it('are paginated from the newest, across all endpoints', async () => {
    const beta = await newListener(server.current, receiver.url)
    receiver.behave(200)
    await newEndpoint(beta.calls, { url: receiver.url })
    for (let made = 0; made < 3; made++) await newCustomer(beta.calls)
    await server.current.deliverDue()
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const answer = await beta.calls.get(`/webhooks/messages?limit=2${cursor}`)
      seen.push(...itemsOf(answer).map(({ sequence, endpoint_id: to }) => [sequence, to].join(' ')))
      const next = answer.body?.['next_cursor']
      expect(typeof next).toBe(page < 2 ? 'string' : 'object')
      cursor = `&cursor=${String(next)}`
    }
    expect(seen).toHaveLength(6)
    expect(seen).toEqual([...new Set(seen)])
    const sequences = seen.map((line) => Number(line.split(' ')[0]))
    expect(sequences).toEqual(sequences.toSorted((one, other) => other - one))
  })

  it.each([
    ['cursor=next', 'query.cursor'],
    ['state=lost', 'query.state'],
    ['http_code=42', 'query.http_code'],
    ['type=meter.created', 'query.type'],
    ['created_after=today', 'query.created_after'],
  ])('refuse the filter %s', async (query, field) => {
    const answer = await acme.calls.get(`/webhooks/messages?${query}`)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('are shown with payload, headers and every attempt', async () => {
    const [, failed] = await messagesOf(acme.calls)
    const { body } = await acme.calls.get(`/webhooks/messages/${failed?.id}`)
    const sent = receiver.received.find(({ id }) => id === failed?.id)
    expect(body).toMatchObject({
      ...failed,
      payload: sent?.body,
      attempts: [
        {
          id: expect.any(String),
          succeeded: false,
          http_code: 503,
          error: null,
          response_head: 'Not today',
          duration_ms: expect.any(Number),
        },
      ],
    })
    expect(sent?.headers).toMatchObject(body?.['headers'] ?? {})
    expect(body?.['headers']).toMatchObject({
      'webhook-id': failed?.id,
      'guildhall-sequence': String(failed?.sequence),
    })
    expect(body?.['headers']).not.toHaveProperty('webhook-signature')
  })

  it('are not found once their endpoint is deleted', async () => {
    const gone = await newListener(server.current, receiver.url)
    await newCustomer(gone.calls)
    await server.current.deliverDue()
    const [sent] = await messagesOf(gone.calls)
    expect(itemsOf(await gone.calls.get('/webhooks/deliveries'))).toHaveLength(1)
    await gone.calls.remove(`/webhooks/endpoints/${gone.endpoint.id}`)
    expect(await messagesOf(gone.calls)).toEqual([])
    expect(itemsOf(await gone.calls.get('/webhooks/deliveries'))).toEqual([])
    const path = `/webhooks/messages/${sent?.id}`
    expect(briefOf(await gone.calls.get(path))).toBe('404 ResourceNotFound')
  })
})

describe('attempts', () => {
  it('are listed with the event that they were to deliver', async () => {
    const answer = await acme.calls.get('/webhooks/deliveries')
    expect(answer.body).toMatchObject({ pagination: { total_count: 3, max_page: 1 } })
    const [failed, , first] = itemsOf(answer)
    const [, failedMessage] = await messagesOf(acme.calls)
    expect(failed).toMatchObject({
      http_code: 503,
      succeeded: false,
      response_head: 'Not today',
      endpoint_id: acme.endpoint.id,
      webhook_event: {
        id: failedMessage?.id,
        last_http_code: 503,
        succeeded: null,
        payload: receiver.received.find(({ id }) => id === failedMessage?.id)?.body,
      },
    })
    expect(first).toMatchObject({ succeeded: true, webhook_event: { succeeded: true } })
  })

  it.each<[string, () => string, number]>([
    ['an endpoint', () => `endpoint_id=${acme.endpoint.id}`, 3],
    ['another', () => `endpoint_id=${ada}`, 0],
    ['success', () => 'succeeded=true', 2],
    ['failure', () => 'succeeded=false', 1],
    ['a status code', () => 'http_code=200', 2],
    ['a type', () => 'type=customer.updated', 1],
    ['an object', () => `object_id=${ada}`, 2],
    ['a start', () => `created_after=${between}`, 1],
    ['an end', () => `created_before=${between}`, 2],
  ])('are filtered by %s', async (_what, query, count) => {
    expect(itemsOf(await acme.calls.get(`/webhooks/deliveries?${query()}`))).toHaveLength(count)
  })

  it('are filtered by event', async () => {
    const [, failed] = await messagesOf(acme.calls)
    const found = itemsOf(await acme.calls.get(`/webhooks/deliveries?event_id=${failed?.id}`))
    expect(found).toMatchObject([{ webhook_event: { id: failed?.id } }])
  })
})

it('an endpoint shows that it is failing', async () => {
  const { body } = await acme.calls.get(`/webhooks/endpoints/${acme.endpoint.id}`)
  expect(body?.['health']).toEqual({
    state: 'failing',
    failing_since: expect.any(String),
    failed_events: 1,
    waiting: 2,
    lag: 0,
    last_success_at: expect.any(String),
    last_failure_at: expect.any(String),
    last_code: 503,
  })
})
