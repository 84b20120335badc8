import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoOperations, plain } from '../../../test/echo-operations.ts'
import { eventually } from '../../../test/eventually.ts'
import { createGate } from '../../../test/gate.ts'
import { jsonOf, rawBytes, type SentParts, sendTo } from '../../../test/raw-http.ts'
import { startTransport, type TestTransport } from '../../../test/transport.ts'
import { serve } from './serve.ts'

let started = createGate()
let ready = createGate()

/** From now on the slow endpoint signals its start and waits for permission to finish. */
function holdSlow(): void {
  started = createGate()
  ready = createGate()
}

const slow = serve(plain('slow', '/api/auth/slow'), async () => {
  started.open()
  await ready.passed
  return { ok: true }
})
const operations = [...echoOperations, slow]

let server: TestTransport
beforeAll(async () => {
  server = await startTransport({ operations })
})
afterAll(() => server.stop(0))

const send = (...asked: SentParts) => sendTo(server.port, ...asked)
const isJson = ['content-type: application/json']
const post = (path: string, body: string) => send('POST', path, isJson, body)

describe('refusals', () => {
  test('billing: {error, detail}, with a list naming every field in snake_case', async () => {
    const gone = await send('DELETE', '/v1/customers/0191f7a0-0000-7000-8000-000000000000')
    expect(gone.status).toBe(404)
    expect(jsonOf(gone)).toEqual({ error: 'ResourceNotFound', detail: 'Not found' })
    const wrong = await post(
      '/v1/customers',
      '{"external_id":1,"externalId":"x","metadata":{"k":null}}',
    )
    expect(wrong.status).toBe(422)
    expect(jsonOf(wrong)).toEqual({
      error: 'RequestValidationError',
      detail: [
        {
          loc: ['body', 'external_id'],
          msg: 'Input should be a valid string',
          type: 'string_type',
        },
        expect.objectContaining({ loc: ['body', 'metadata', 'k'] }),
        {
          loc: ['body', 'externalId'],
          msg: "Unknown field 'externalId'. Did you mean 'external_id'?",
          type: 'extra_forbidden',
        },
      ],
    })
  })

  test('billing: path and query faults name their location', async () => {
    expect(jsonOf(await send('DELETE', '/v1/customers/x'))).toMatchObject({
      detail: [{ loc: ['path', 'id'], type: 'uuid_parsing' }],
    })
    expect(
      jsonOf(await send('GET', '/v1/customers/external/x?page=a&organization_id=b')),
    ).toMatchObject({
      detail: [{ loc: ['query', 'organization_id'] }, { loc: ['query', 'page'] }],
    })
  })

  test('account: {code, message} naming the field', async () => {
    const answer = await post('/api/auth/sign-up/email', '{"email":"x"}')
    expect(answer.status).toBe(400)
    expect(jsonOf(answer)).toEqual({
      code: 'VALIDATION_ERROR',
      message: '[body.email] Input should be a valid email address',
    })
    expect(jsonOf(await send('GET', '/api/auth/none'))).toEqual({
      code: 'NOT_FOUND',
      message: 'Not found',
    })
  })

  test('a bug is 500 with an id and no details, and the process keeps running', async () => {
    const answer = await send('GET', '/api/auth/bug')
    expect(answer.status).toBe(500)
    expect(jsonOf(answer)).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Internal server error',
      requestId: answer.headers['x-request-id'],
    })
    expect(server.logged.some((line) => line.includes(answer.headers['x-request-id'] ?? '?'))).toBe(
      true,
    )
    expect((await send('GET', '/api/auth/away')).status).toBe(302)
  })
})

describe('answers', () => {
  test('redirects and cookies', async () => {
    const away = await send('GET', '/api/auth/away')
    expect([away.status, away.headers['location'], away.body]).toEqual([
      302,
      'https://example.com/',
      '',
    ])
    const response = await fetch(`${server.url}/api/auth/cookies`, {
      headers: { cookie: 'a; session=x%3D; session=y' },
    })
    expect(await response.json()).toEqual({ ok: true })
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  })

  test('a broken stream ends the connection without details', async () => {
    const text = await rawBytes(
      server.port,
      'GET /api/auth/broken-stream HTTP/1.1\r\nhost: x\r\n\r\n',
    )
    expect(text).toContain('first part')
    expect(text).not.toContain('secret')
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(server.logged.join('')).toContain('the secret reason')
  })

  test('a client that disconnects during its request does no harm', async () => {
    // The response is sent only after the server has noticed the disconnect.
    await eventually(async () => {
      holdSlow()
      const controller = new AbortController()
      const slow = fetch(`${server.url}/api/auth/slow`, { signal: controller.signal })
      await started.passed
      controller.abort()
      await expect(slow).rejects.toThrow('aborted')
      await wait(50)
      ready.open()
      expect((await send('GET', '/api/auth/slow')).status).toBe(200)
      expect(server.served.some(({ status }) => status === 499)).toBe(true)
    })
  })

  test('a client that disconnects while sending its body does no harm', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      'POST /v1/customers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a"',
    )
    await wait(50)
    socket.destroy()
    await wait(50)
    expect((await post('/v1/customers', '{}')).status).toBe(201)
  })

  test('every request is measured under its declared path', async () => {
    await send('GET', '/v1/customers/external/secret-value')
    expect(server.served.at(-1)).toMatchObject({
      method: 'GET',
      route: '/v1/customers/external/:externalId',
      status: 200,
    })
    expect(server.logged.join('')).not.toContain('secret-value')
  })

  test('a valid request id of a proxy is kept, an invalid one is replaced', async () => {
    const sane = await send('GET', '/api/auth/away', ['x-request-id: abc-123.DEF_4'])
    expect(sane.headers['x-request-id']).toBe('abc-123.DEF_4')
    const strange = await send('GET', '/api/auth/away', ['x-request-id: a"b c<script>'])
    expect(strange.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('malformed HTTP is refused on the socket', async () => {
  expect(await rawBytes(server.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  const long = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`
  expect(await rawBytes(server.port, long)).toMatch(/^HTTP\/1.1 431/)
})

test('stopping lets running requests finish', async () => {
  holdSlow()
  const stopping = await startTransport({ operations })
  const running = fetch(`${stopping.url}/api/auth/slow`)
  await started.passed
  // A kept-alive connection must not delay the stop until the deadline, which never comes here.
  const stopped = stopping.stop(3_600_000)
  ready.open()
  expect(await (await running).json()).toEqual({ ok: true })
  await stopped
  await expect(fetch(`${stopping.url}/api/auth/slow`)).rejects.toThrow('fetch failed')
})
