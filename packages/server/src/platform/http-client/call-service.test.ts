import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { callService } from './call-service.ts'
import { fetchExternal } from './fetch-external.ts'

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  running.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/thing`
}

const thing = z.object({ id: z.string() })

const ask = (url: string, showsOwnCredentials = true) =>
  callService(fetchExternal, url, { headers: { 'x-mine': 'yes' }, showsOwnCredentials }, thing)

const saying = (status: number, headers: Record<string, string> = {}, body = '{"id":"a","b":1}') =>
  serving((_request, response) => response.writeHead(status, headers).end(body))

describe('calling a service', () => {
  it('sends headers and returns the parsed response', async () => {
    const url = await serving((request, response) => {
      response.end(JSON.stringify({ id: `${request.method} ${String(request.headers['x-mine'])}` }))
    })
    expect(await ask(url)).toEqual({ answer: { id: 'GET yes' } })
  })

  it.each([
    [400, {}],
    [403, {}],
    [404, {}],
    [410, {}],
    [301, { location: 'http://127.0.0.1:1/' }],
  ])('returns status %i as a refusal', async (status, headers) => {
    expect(await ask(await saying(status, headers))).toEqual({
      refused: status,
      says: null,
      code: null,
    })
  })

  it.each([
    ['{"message":"Missing Permissions","code":50013}', 'Missing Permissions', 50_013],
    [
      '{"message":"Validation Failed","errors":[{"code":"x","message":"too many invitations"}]}',
      'Validation Failed: too many invitations',
      null,
    ],
    ['{"message":7,"code":"x","errors":"y"}', null, null],
    ['<html>', null, null],
    [`{"message":"${'x'.repeat(2000)}"}`, 'x'.repeat(900), null],
  ])('returns the reason of a refusal: %.60s', async (body, says, code) => {
    expect(await ask(await saying(422, {}, body))).toEqual({ refused: 422, says, code })
  })

  it('sends a body as JSON, and names the reason of a failure', async () => {
    const url = await serving((request, response) => {
      const type = request.headers['content-type']
      void text(request).then((sent) => {
        const message = `${request.method} ${type} ${sent}`
        response.writeHead(503).end(JSON.stringify({ message }))
      })
    })
    const request = {
      method: 'PUT',
      headers: {},
      body: { a: [1] },
      showsOwnCredentials: true,
    } as const
    expect(await callService(fetchExternal, url, request, thing)).toEqual({
      unavailable: 'status 503: PUT application/json {"a":[1]}',
      retryAfterSeconds: null,
    })
  })

  it('credentials rejected', async () => {
    const url = await saying(401)
    expect(await ask(url, true)).toEqual({ unavailable: 'status 401', retryAfterSeconds: null })
    expect(await ask(url, false)).toEqual({ refused: 401, says: null, code: null })
  })

  it.each<[string, number, Record<string, string>, number | null]>([
    ['fails', 500, {}, null],
    ['unavailable', 503, { 'retry-after': '9' }, null],
    ['rate limited', 429, {}, null],
    ['rate limited for seconds', 429, { 'retry-after': '2.1' }, 3],
    ['rate limited for long', 429, { 'retry-after': '999999' }, 3600],
    ['rate limited until a date', 429, { 'retry-after': 'Wed, 21 Oct' }, null],
    ['rate limited by GitHub', 403, { 'x-ratelimit-remaining': '0' }, null],
    [
      'rate limited by GitHub with a reset time',
      403,
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1772366470',
        date: 'Sun, 01 Mar 2026 12:00:00 GMT',
      },
      70,
    ],
    ['rate limited by GitHub with retry-after', 403, { 'retry-after': '60' }, 60],
  ])('%s', async (_what, status, headers, retryAfterSeconds) => {
    expect(await ask(await saying(status, headers))).toEqual({
      unavailable: `status ${status}`,
      retryAfterSeconds,
    })
  })

  it.each(['{"id":7}', '<html>', '', 'null'])('invalid response: %s', async (body) => {
    expect(await ask(await saying(200, {}, body))).toEqual({
      unavailable: 'the answer is not understood',
      retryAfterSeconds: null,
    })
  })

  it('response never ends', async () => {
    const url = await serving((_request, response) => {
      response.write('['.repeat(2 * 1024 * 1024))
    })
    expect(await ask(url)).toMatchObject({ unavailable: expect.stringMatching(/^too_large/) })
  })

  it('unreachable', async () => {
    const url = await saying(200)
    for (const server of running.splice(0)) await new Promise((done) => server.close(done))
    expect(await ask(url)).toMatchObject({ unavailable: expect.stringMatching(/^unreachable/) })
  })
})
