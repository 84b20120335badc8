import { operation } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rawRequest } from '../../../test/raw-http.ts'
import { openGuards, startTransport, type TestTransport } from '../../../test/transport.ts'
import { Problem } from '../../kernel/refusal.ts'
import type { Answer, GuardedRequest } from './guards.ts'
import { serve } from './serve.ts'

const returns = z.object({ address: z.string(), caller: z.unknown() })
const base = { tag: 'Test', refuses: [], summary: 'x', returns, status: 200 } as const

const open = operation({
  ...base,
  name: 'open',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/open',
  for: 'anyone',
})
const limited = operation({
  ...base,
  name: 'limited',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/limited',
  for: 'anyone',
  rateLimit: [{ requestsMax: 2, windowSeconds: 10, by: 'address' }],
})
const selling = operation({
  ...base,
  name: 'selling',
  wire: 'billing',
  method: 'POST',
  path: '/v1/things',
  for: 'customer',
  body: z.object({ someName: z.string() }),
})

const organizationId = '0191f7a0-0000-7000-8000-000000000001' as Id<'organization'>
const echo = async ({ address, caller }: { address: string; caller: unknown }) => ({
  address,
  caller,
})
const routes = [serve(open, echo), serve(limited, echo), serve(selling, echo)]

let server: TestTransport
const counted: GuardedRequest[] = []
const replays = new Map<string, Answer>()

beforeAll(async () => {
  server = await startTransport({
    publicUrl: 'https://ok.example.com',
    trustedProxies: ['127.0.0.1'],
    operations: routes,
    resolvers: {
      async customer({ exchange }) {
        const token = exchange.headers.authorization ?? exchange.cookie('session')
        if (token === null) throw new Problem('unauthorized')
        const caller = {
          organizationId,
          id: token as Id<'customerSession'>,
          customerId: token as Id<'customer'>,
          checkoutId: null,
          expiresAt: new Date('2026-03-01T12:00:00Z'),
        }
        return { caller, subject: `token:${token}`, organizationId }
      },
    },
    guards: {
      async limit(_endpoint, rule, request) {
        counted.push(request)
        return counted.length <= rule.requestsMax
          ? { allowed: true }
          : { allowed: false, retryAfterSeconds: 7 }
      },
      async once(declared, request, run) {
        const known = replays.get(request.idempotencyKey)
        if (known !== undefined) return known
        const answer = await openGuards.once(declared, request, run)
        replays.set(request.idempotencyKey, answer)
        return answer
      },
    },
  })
})
afterAll(() => server.stop(0))

const send = (method: string, path: string, headers: readonly string[] = [], body = '') =>
  rawRequest(
    server.port,
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...headers,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
    '',
    body,
  )

const status = async (...asked: Parameters<typeof send>) => (await send(...asked)).status

describe('security headers', () => {
  test('private responses can’t be cached, sniffed, framed or embedded', async () => {
    const { headers } = await send('POST', '/api/auth/open')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })

  test('HSTS is sent on https only', async () => {
    const plain = await startTransport({ publicUrl: 'http://localhost:3000' })
    const { headers } = await fetch(`${plain.url}/api/auth/none`)
    expect(headers.get('strict-transport-security')).toBeNull()
    await plain.stop(0)
  })
})

describe('CORS', () => {
  const trusted = 'https://app.example.com'

  test('the account API accepts trusted origins, with credentials', async () => {
    const asked = await send('OPTIONS', '/api/auth/open', [
      `origin: ${trusted}`,
      'access-control-request-method: POST',
    ])
    expect(asked.status).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': trusted,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers':
        'content-type, authorization, x-captcha-response, guildhall-position',
      vary: 'origin',
    })
    const { headers } = await send('POST', '/api/auth/open', [`origin: ${trusted}`])
    expect(headers['access-control-expose-headers']).toContain(
      'retry-after, x-retry-after, set-auth-token, x-request-id, guildhall-position',
    )
    const foreign = await send('OPTIONS', '/api/auth/open', ['origin: https://evil.com'])
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    expect(foreign.headers['vary']).toBe('origin')
  })

  test('the billing API accepts any origin, without credentials', async () => {
    const { headers } = await send('OPTIONS', '/v1/things', ['origin: https://evil.com'])
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['access-control-allow-headers']).toContain('authorization')
  })
})

describe('requests made by pages of other sites', () => {
  test.each([
    ['own origin', ['origin: https://ok.example.com', 'cookie: a=b'], 200],
    ['trusted origin', ['origin: https://app.example.com', 'cookie: a=b'], 200],
    ['foreign origin', ['origin: https://evil.com', 'cookie: a=b'], 403],
    ['foreign origin, login without cookies', ['origin: https://evil.com'], 403],
    ['null origin', ['origin: null', 'cookie: a=b'], 403],
    ['foreign referer only', ['referer: https://evil.com/x', 'cookie: a=b'], 403],
    ['own referer only', ['referer: https://ok.example.com/x', 'cookie: a=b'], 200],
    ['no origin, cross-site', ['sec-fetch-site: cross-site', 'cookie: a=b'], 403],
    ['no origin, typed in', ['sec-fetch-site: none', 'cookie: a=b'], 200],
    ['no browser at all', ['cookie: a=b'], 200],
    ['a bearer token', ['origin: https://evil.com', 'authorization: Bearer x'], 200],
  ])('account: %s', async (_name, headers, expected) => {
    expect(await status('POST', '/api/auth/open', headers)).toBe(expected)
  })

  test.each([
    ['foreign origin by cookie', ['origin: https://evil.com', 'cookie: session=1'], 403],
    ['same-site sibling by cookie', ['sec-fetch-site: same-site', 'cookie: session=1'], 403],
    ['own origin by cookie', ['origin: https://ok.example.com', 'cookie: session=1'], 200],
    ['own page by cookie, no origin', ['sec-fetch-site: same-origin', 'cookie: session=1'], 200],
    ['cross-site by cookie, no origin', ['sec-fetch-site: cross-site', 'cookie: session=1'], 403],
    ['null origin by cookie', ['origin: null', 'cookie: session=1'], 403],
    ['foreign referer only by cookie', ['referer: https://evil.com/x', 'cookie: session=1'], 403],
    ['no browser at all by cookie', ['cookie: session=1'], 200],
    ['any origin by token', ['origin: https://evil.com', 'authorization: Bearer x'], 200],
    ['an empty cookie header counts as none', ['origin: https://evil.com', 'cookie: '], 401],
  ])('billing: %s', async (_name, headers, expected) => {
    expect(await status('POST', '/v1/things', headers, '{"some_name":"x"}')).toBe(expected)
  })
})

describe('callers', () => {
  test('authentication is checked before the body', async () => {
    const answer = await send('POST', '/v1/things', [], '{"nonsense":1}')
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="guildhall"')
    expect(JSON.parse(answer.body)).toEqual({ error: 'Unauthorized', detail: 'Unauthorized' })
  })

  test('the handler receives the caller', async () => {
    const answer = await send(
      'POST',
      '/v1/things',
      ['authorization: Bearer x'],
      '{"some_name":"x"}',
    )
    expect(JSON.parse(answer.body)).toMatchObject({ caller: { id: 'Bearer x' } })
  })

  test('an audience without authentication can’t be served', async () => {
    await expect(startTransport({ operations: [serve(selling, echo)] })).rejects.toThrow('customer')
  })

  test('two routes with the same pattern can’t be served', async () => {
    const twice = [serve(open, echo), serve({ ...open, name: 'again' }, echo)]
    await expect(startTransport({ operations: twice })).rejects.toThrow('two routes')
  })

  test('an endpoint must be under the prefix of its wire', async () => {
    const astray = serve({ ...open, path: '/v1/open' }, echo)
    await expect(startTransport({ operations: [astray] })).rejects.toThrow('account wire')
  })
})

test('limits are counted per client address and send retry-after', async () => {
  const forwarded = ['x-forwarded-for: 198.51.100.7']
  expect(await status('GET', '/api/auth/limited', forwarded)).toBe(200)
  expect(await status('GET', '/api/auth/limited', forwarded)).toBe(200)
  const refused = await send('GET', '/api/auth/limited', forwarded)
  expect(refused.status).toBe(429)
  expect(refused.headers).toMatchObject({ 'retry-after': '7', 'x-retry-after': '7' })
  expect(JSON.parse(refused.body)).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again later.',
  })
  expect(counted.map(({ address }) => address)).toEqual(Array(3).fill('198.51.100.7'))
})

test('the guard receives the Idempotency-Key with the raw body', async () => {
  const keyed = (token: string) =>
    send(
      'POST',
      '/v1/things',
      [`authorization: ${token}`, 'idempotency-key: k1'],
      '{"some_name":"x"}',
    )
  const first = await keyed('Bearer one')
  expect((await keyed('Bearer two')).body).toBe(first.body)
  expect(replays.get('k1')).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: first.body,
  })
})
