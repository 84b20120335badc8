import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../../../test/movable-clock.ts'
import { testPort } from '../../../../../test/test-port.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'
import type { Lookup } from '../../../../platform/http-client/checked-addresses.ts'
import { tenantGuard } from '../../../../platform/http-client/guard.ts'
import { openPoster } from '../../../../platform/http-client/post-external.ts'
import { sendEvent } from './send-event.ts'

const clock = movableClock()
const poster = openPoster({
  guard: tenantGuard('http://localhost:3000'),
  clock,
  timeoutMs: 1_000,
})
let receiver: WebhookReceiver

beforeAll(async () => {
  clock.freeze()
  receiver = await startWebhookReceiver()
})
afterEach(() => receiver.forget())
afterAll(async () => {
  poster.close()
  await receiver.stop()
})

const message = {
  id: 'e9df5316-5f33-8c13-b54b-000000000001',
  body: '{"type":"order.paid","data":{"id":"o1"}}',
  event: { sequence: 1, object: { version: 2 } },
}
const send = (url = receiver.url) => sendEvent({ poster, clock }, { url, secrets: ['x'] }, message)

describe('one attempt', () => {
  it('is signed in the second in which it leaves', async () => {
    await send()
    clock.advance(61)
    await send()
    const [first, second] = receiver.received
    const stamp = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
      Number(headers['webhook-timestamp'])
    if (first === undefined || second === undefined) throw new Error('two were sent')
    expect(first).toMatchObject({ id: message.id, body: message.body, sequence: 1 })
    expect(stamp(second)).toBe(Math.floor(clock.now().getTime() / 1000))
    expect(stamp(second) - stamp(first)).toBe(61)
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature'])
  })

  it.each([
    [200, true, null],
    [204, true, null],
    [299, true, null],
    [301, false, 'Redirects are not followed.'],
    [404, false, null],
    [500, false, null],
  ])('answered with %i', async (status, succeeded, error) => {
    receiver.behave({ status, body: status === 204 ? '' : 'said' })
    expect(await send()).toEqual({
      succeeded,
      httpCode: status,
      error,
      detail: null,
      responseHead: status === 204 ? '' : 'said',
      durationMs: expect.any(Number),
    })
    expect(receiver.received).toHaveLength(1)
  })

  it('counts as delivered, regardless of the size of the response', async () => {
    receiver.behave('floods')
    expect(await send()).toMatchObject({
      succeeded: true,
      httpCode: 200,
      error: null,
      responseHead: 'x'.repeat(2_048),
    })
  })

  it('keeps the part of the response that a text column can store', async () => {
    receiver.behave({ status: 200, body: `\0a${'ż'.repeat(1_100)}` })
    expect(await send()).toMatchObject({ responseHead: `\u{FFFD}a${'ż'.repeat(1_023)}` })
  })

  it.each([
    ['hangs', 'The host didn’t answer in time.'],
    ['closes', 'The connection was closed before an answer.'],
  ] as const)('fails where the receiver %s', async (manner, error) => {
    receiver.behave(manner)
    expect(await send()).toMatchObject({
      succeeded: false,
      httpCode: null,
      error,
      responseHead: null,
    })
  })

  it('reports why no request was sent', async () => {
    expect(await send('ftp://files.example/')).toMatchObject({
      error: 'This URL may not be called: the scheme must be https or http.',
    })
    expect(await send(`http://127.0.0.1:${await testPort()}/`)).toMatchObject({
      error: 'The host refused the connection.',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('does not tell what a name resolves to, nor what the resolver said', async () => {
    const url = 'http://internal-host.corp.invalid/'
    const said = 'getaddrinfo ENOTFOUND internal-host.corp.invalid via 10.0.0.5'
    const failing = (lookup: Lookup) =>
      openPoster({ guard: tenantGuard('https://guildhall.example'), clock, lookup })
    const secure = url.replace('http:', 'https:')
    const attempt = (lookup: Lookup) =>
      sendEvent({ poster: failing(lookup), clock }, { url: secure, secrets: ['x'] }, message)
    const unknown = await attempt(() =>
      Promise.reject(Object.assign(new Error(said), { code: 'ENOTFOUND' })),
    )
    expect(unknown).toMatchObject({ error: 'The host was not found.', detail: said })
    const inside = await attempt(async () => [{ address: '10.0.0.5', family: 4 }])
    expect(inside.error).toBe(
      'This URL may not be called: the host leads to an address that is not public.',
    )
  })
})
