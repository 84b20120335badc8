import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { type Listener, messagesOf, newListener } from '../../../../test/webhooks.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let receiver: WebhookReceiver
let acme: Listener

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

beforeEach(async () => {
  acme = await newListener(server.current, receiver.url)
  receiver.forget()
})

const path = () => `/webhooks/endpoints/${acme.endpoint.id}/secret`
const made = z.object({ secret: z.string(), previous_secret_until: z.nullable(z.string()) })

const reveal = async () => made.parse((await acme.calls.get(path())).body)

async function rotate(input: object = {}) {
  const answer = await acme.calls.post(path(), input)
  expect(answer.status).toBe(200)
  return made.parse(answer.body)
}

/** Which of these secrets signs what is sent now. */
async function signers(...secrets: string[]): Promise<boolean[]> {
  receiver.forget()
  await newCustomer(acme.calls)
  await server.current.deliverDue()
  const [sent] = receiver.received
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': all,
  } = sent?.headers ?? {}
  const signed = `${id}.${at}.${sent?.body}`
  const given = all?.split(' ') ?? []
  return secrets.map((secret) =>
    given.includes(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`),
  )
}

it('a secret can be revealed', async () => {
  expect(await reveal()).toEqual({ secret: acme.endpoint.secret, previous_secret_until: null })
})

it('a read-only token cannot reveal it', async () => {
  const reader = await newBackend(server.current, acme.organization, ['webhooks:read'])
  expect(briefOf(await reader.get(path()))).toBe('403 NotPermitted')
  const endpoint = await reader.get(`/webhooks/endpoints/${acme.endpoint.id}`)
  expect(endpoint.status).toBe(200)
  expect(endpoint.text).not.toContain(acme.endpoint.secret)
})

it('after a rotation both secrets sign for a day', async () => {
  const { secret: before } = acme.endpoint
  const { secret, previous_secret_until: until } = await rotate()
  expect(secret).not.toBe(before)
  expect(Date.parse(until ?? '') - clock.now().getTime()).toBeGreaterThan(86_000_000)
  expect(await reveal()).toEqual({ secret, previous_secret_until: until })
  expect(await signers(secret, before)).toEqual([true, true])
  clock.advance(86_400 - 600)
  expect(await signers(secret, before)).toEqual([true, true])
  clock.advance(601)
  expect(await signers(secret, before)).toEqual([true, false])
  expect(await reveal()).toEqual({ secret, previous_secret_until: null })
})

it('can be rotated to a given one, also by updating the endpoint', async () => {
  const { secret: before } = acme.endpoint
  expect(await rotate({ secret: 'ours' })).toMatchObject({ secret: 'ours' })
  expect(await signers('ours', before)).toEqual([true, true])
  const endpoint = `/webhooks/endpoints/${acme.endpoint.id}`
  const changed = await acme.calls.patch(endpoint, { secret: 'ours too' })
  expect(changed.body).toMatchObject({ previous_secret_until: expect.any(String) })
  expect(changed.text).not.toContain('ours too')
  expect(await signers('ours too', 'ours', before)).toEqual([true, true, false])
})

it('a rotation to the same secret changes nothing', async () => {
  const { secret } = acme.endpoint
  expect(await rotate({ secret })).toEqual({ secret, previous_secret_until: null })
})

it('with one idempotency key it is rotated once', async () => {
  const key = { 'idempotency-key': 'rotated-once' }
  const first = await acme.calls.post(path(), {}, key)
  expect((await acme.calls.post(path(), {}, key)).text).toBe(first.text)
  expect(await reveal()).toEqual(first.body)
})

it('after concurrent rotations the last secret signs', async () => {
  const given = await Promise.all(Array.from({ length: 10 }, () => rotate()))
  const { secret } = await reveal()
  expect(given.map((one) => one.secret)).toContain(secret)
  expect(new Set(given.map((one) => one.secret)).size).toBe(10)
  expect(await signers(secret)).toEqual([true])
})

it('concurrent rotating, disabling, enabling and replaying leave the endpoint consistent', async () => {
  const endpoint = `/webhooks/endpoints/${acme.endpoint.id}`
  for (let at = 0; at < 5; at++) await newCustomer(acme.calls)
  await server.current.deliverDue()
  const acts = [
    () => acme.calls.post(path(), {}),
    () => acme.calls.patch(endpoint, { enabled: false }),
    () => acme.calls.patch(endpoint, { enabled: true }),
    () => acme.calls.post(`${endpoint}/replay`, { from_sequence: 1 }),
    () => acme.calls.patch(endpoint, { events: ['customer.created'] }),
  ]
  const [outcomes] = await Promise.all([
    runConcurrently((at) => (acts[at % acts.length] ?? (() => acme.calls.get(endpoint)))()),
    server.current.deliverDue(),
    ...Array.from({ length: 5 }, () => newCustomer(acme.calls)),
  ])
  const { '409 WebhookEndpointDisabled': refused = 0, 202: replayed = 0, ...others } = outcomes
  expect(others).toEqual({ 200: 16 })
  expect(refused + replayed).toBe(4)
  await acme.calls.patch(endpoint, { enabled: true })
  await server.current.deliverDue()
  await server.current.deliverDue()
  const messages = await messagesOf(acme.calls)
  expect(messages).toHaveLength(10)
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['delivered']))
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(10)
  expect(await signers((await reveal()).secret)).toEqual([true])
})
