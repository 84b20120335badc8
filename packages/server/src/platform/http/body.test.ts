import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoOperations } from '../../../test/echo-operations.ts'
import { jsonOf, rawBytes, rawRequest, type SentParts, sendTo } from '../../../test/raw-http.ts'
import { startTransport, type TestTransport } from '../../../test/transport.ts'

let server: TestTransport
beforeAll(async () => {
  server = await startTransport({ operations: echoOperations })
})
afterAll(() => server.stop(0))

const send = (...asked: SentParts) => sendTo(server.port, ...asked)
const isJson = ['content-type: application/json']
const post = (path: string, body: string) => send('POST', path, isJson, body)

describe('bodies', () => {
  test('the billing wire is snake_case, with metadata keys unchanged', async () => {
    const answer = await post('/v1/customers', '{"external_id":"x","metadata":{"someKey":1}}')
    expect(answer.status).toBe(201)
    expect(jsonOf(answer)).toEqual({
      id: 'c1',
      external_id: 'x',
      created_at: '2026-01-31T10:00:00.000Z',
      metadata: { someKey: 1 },
    })
  })

  test('the account wire is camelCase and contains only declared fields', async () => {
    const answer = await post('/api/auth/sign-up/email', '{"email":"a@b.co","other":1}')
    expect(jsonOf(answer)).toEqual({ email: 'a@b.co', createdAt: '2026-01-31T10:00:00.000Z' })
  })

  test('an operation without output responds 204 with an empty body', async () => {
    const answer = await send('DELETE', '/v1/customers/0191f7a0-0000-7000-8000-000000000001')
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(answer.headers['content-length']).toBeUndefined()
  })

  test.each([
    ['malformed', '{"external_id":', 400],
    ['not UTF-8 or NUL', '{"external_id":"\\u0000"}', 400],
    ['half a surrogate pair', '{"external_id":"\\ud800"}', 400],
    ['too deep', `{"metadata":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
    ['too large', `{"external_id":"${'x'.repeat(1000)}"}`, 413],
  ])('%s', async (_name, body, status) => {
    expect((await post('/v1/customers', body)).status).toBe(status)
  })

  test('a duplicate key is refused and named, however it is escaped', async () => {
    const answer = await post(
      '/v1/customers',
      '{"external_id":"a","metadata":{},"external\\u005fid":"b"}',
    )
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('external_id')
  })

  test('prototype keys have no effect', async () => {
    const hostile =
      '{"__proto__":{"external_id":"x"},"constructor":null,"metadata":{"__proto__":"m"}}'
    const answer = await post('/v1/customers', hostile)
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('__proto__')
    const inMetadata = await post('/v1/customers', '{"metadata":{"constructor":"c","k":1}}')
    expect(jsonOf(inMetadata)).toMatchObject({ metadata: { constructor: 'c', k: 1 } })
  })

  test('the content type is only checked when there is a body', async () => {
    const text = await send('POST', '/v1/customers', ['content-type: text/plain'], '{}')
    expect(text.status).toBe(415)
    expect((await send('POST', '/v1/customers', [], '{}')).status).toBe(415)
    const latin = await send(
      'POST',
      '/v1/customers',
      ['content-type: application/json; charset=latin1'],
      '{}',
    )
    expect(latin.status).toBe(415)
    const utf8 = await send(
      'POST',
      '/v1/customers',
      ['content-type: Application/JSON;charset="UTF-8"'],
      '{}',
    )
    expect(utf8.status).toBe(201)
    const none = await send('POST', '/v1/customers', ['content-length: 0'])
    expect(none.status).toBe(422)
  })

  test('an encoded body is refused before it is read, even if it is small', async () => {
    const encoded = (encoding: string, body = '{}') =>
      send('POST', '/v1/customers', [...isJson, `content-encoding: ${encoding}`], body)
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x-unheard-of']) {
      const answer = await encoded(encoding)
      expect([encoding, answer.status]).toEqual([encoding, 415])
      expect(answer.headers['accept-encoding']).toBe('identity')
      expect(jsonOf(answer)).toEqual({
        error: 'UnsupportedMediaType',
        detail: 'Send the request body without Content-Encoding',
      })
    }
    expect((await encoded('gzip', 'x'.repeat(2000))).status).toBe(415)
    const account = ['content-encoding: gzip', ...isJson]
    expect(jsonOf(await send('POST', '/api/auth/sign-up/email', account, '{}'))).toEqual({
      code: 'UNSUPPORTED_CONTENT_ENCODING',
      message: 'Send the request body without Content-Encoding',
    })
    const chunked = await rawRequest(
      server.port,
      'POST /v1/customers HTTP/1.1',
      'host: localhost',
      'content-encoding: deflate',
      'content-type: application/json',
      'transfer-encoding: chunked',
      '',
      '2\r\n{}\r\n0\r\n\r\n',
    )
    expect(chunked.status).toBe(415)
  })

  test('identity encoding, or any encoding without a body, is accepted', async () => {
    for (const encoding of ['identity', 'Identity', '']) {
      const plain = [...isJson, `content-encoding: ${encoding}`]
      expect((await send('POST', '/v1/customers', plain, '{}')).status).toBe(201)
    }
    const nothing = ['content-encoding: gzip', 'content-length: 0']
    expect((await send('POST', '/v1/customers', nothing)).status).toBe(422)
    const read = await send('GET', '/v1/customers/external/x', ['content-encoding: gzip'])
    expect(read.status).toBe(200)
  })

  test('the limit applies to a body without a length too', async () => {
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`
    const answer = await rawRequest(
      server.port,
      'POST /v1/customers HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      'transfer-encoding: chunked',
      '',
      chunk.repeat(4) + '0\r\n\r\n',
    )
    expect(answer.status).toBe(413)
    expect(jsonOf(answer)).toEqual({
      error: 'PayloadTooLarge',
      detail: 'The request body is larger than 1000 bytes',
    })
  })

  test('a client that keeps sending after 413 can read the response and is then disconnected', async () => {
    const endless = 'x'.repeat(8 * 1024 * 1024)
    const answer = await rawBytes(
      server.port,
      `POST /v1/customers HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n${endless}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 413/)
  })

  test('a form body is only accepted by endpoints that declare it', async () => {
    const isForm = [
      'content-type: application/x-www-form-urlencoded',
      'origin: https://appleid.apple.com',
    ]
    const answer = await send('POST', '/api/auth/callback/apple', isForm, 'state=a%20b')
    expect(jsonOf(answer)).toEqual({ state: 'a b' })
    expect((await send('POST', '/api/auth/callback/apple', isForm, 'state=a&state=b')).status).toBe(
      400,
    )
    expect((await send('POST', '/v1/customers', [isForm[0] ?? ''], 'a=b')).status).toBe(415)
  })
})
