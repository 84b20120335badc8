/// <reference types="node" />
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { operation } from '@guildhall/contract/operation'
import { instant, metadata } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApi } from './api.ts'
import { Refused, Unreachable } from './request.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

let server: Server
let origin: string
let answer: Answer
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked = { method, url, headers, body: '' }
    request.on('data', (chunk) => {
      asked.body += String(chunk)
    })
    request.on('end', () => response.writeHead(answer.status, answer.headers).end(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

const shared = { tag: 'Test', summary: 'Test', for: 'anyone', refuses: [], status: 200 } as const

const updateThing = operation({
  ...shared,
  name: 'updateThing',
  wire: 'billing',
  method: 'PATCH',
  path: '/v1/things/:id',
  params: z.object({ id: z.string() }),
  query: z.object({
    sortBy: z.optional(z.array(z.string())),
    isActive: z.optional(z.boolean()),
    metadata: z.optional(metadata),
  }),
  body: z.object({ displayName: z.string(), metadata }),
  returns: z.object({ id: z.string(), createdAt: instant, metadata }),
})

const removeThing = operation({
  ...shared,
  name: 'removeThing',
  wire: 'account',
  method: 'POST',
  path: '/api/auth/remove-thing',
  body: z.object({ thingId: z.string() }),
  returns: null,
})

const reply = (status: number, body: unknown, headers?: Record<string, string>) => {
  answer = { status, body: JSON.stringify(body), ...(headers ? { headers } : {}) }
}

const callUpdate = () =>
  createApi({ configured: origin }).call(updateThing, {
    params: { id: 'a/b' },
    query: { sortBy: ['-created_at', 'name'], isActive: true, metadata: { aKey: 1 } },
    body: { displayName: 'Lamp', metadata: { camelKey: 1 } },
  })

const refusalOf = async (call: Promise<unknown>): Promise<Refused> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof Refused) return error
  throw new Error(`Not refused: ${String(error)}`)
}

describe('a call', () => {
  test('converts between the operation’s wire and camelCase', async () => {
    reply(200, { id: 'x', created_at: '2027-03-14T15:09:26Z', metadata: { some_key: true } })
    const thing = await callUpdate()
    expect(asked.method).toBe('PATCH')
    expect(asked.url).toBe(
      '/v1/things/a%2Fb?sort_by=-created_at&sort_by=name&is_active=true&metadata%5BaKey%5D=1',
    )
    expect(asked.headers['content-type']).toBe('application/json')
    expect(JSON.parse(asked.body)).toEqual({ display_name: 'Lamp', metadata: { camelKey: 1 } })
    expect(thing).toEqual({
      id: 'x',
      createdAt: new Date('2027-03-14T15:09:26Z'),
      metadata: { some_key: true },
    })
  })

  test('of the account wire goes to the base URL, regardless of its path', async () => {
    answer = { status: 200, body: '' }
    const moved = createApi({ configured: `${origin}/accounts` })
    await moved.call(removeThing, { body: { thingId: 'x' } })
    expect(asked.url).toBe('/accounts/remove-thing')
    await createApi({ request: { url: `${origin}/some/page` } }).call(removeThing, {
      body: { thingId: 'x' },
    })
    expect(asked.url).toBe('/api/auth/remove-thing')
  })

  test('with an invalid base URL is an error, not a request', async () => {
    const call = createApi({ configured: 'nowhere' }).call(removeThing, { body: { thingId: 'x' } })
    await expect(call).rejects.toThrow('Invalid base URL: nowhere')
  })

  test('with an empty response returns null', async () => {
    answer = { status: 200, body: '' }
    expect(
      await createApi({ configured: origin }).call(removeThing, { body: { thingId: 'x' } }),
    ).toBeNull()
    expect(JSON.parse(asked.body)).toEqual({ thingId: 'x' })
  })

  test('refuses a response of another shape', async () => {
    reply(200, { id: 'x' })
    await expect(callUpdate()).rejects.toThrow('createdAt')
  })
})

describe('a refusal', () => {
  test('of the account wire has its code and message', async () => {
    reply(403, { code: 'BANNED_USER', message: 'You have been banned' })
    const refused = await refusalOf(callUpdate())
    expect(refused).toMatchObject({ status: 403, code: 'BANNED_USER', fields: [] })
    expect(refused.message).toBe('You have been banned')
  })

  test('of the billing wire has its error and detail', async () => {
    reply(404, { error: 'ResourceNotFound', detail: 'Not found' })
    const refused = await refusalOf(callUpdate())
    expect(refused).toMatchObject({ status: 404, code: 'ResourceNotFound', message: 'Not found' })
  })

  test('of a body contains the fields', async () => {
    const detail = [{ loc: ['body', 'prices', 0, 'amount'], msg: 'Too small', type: 'too_small' }]
    reply(422, { error: 'RequestValidationError', detail })
    const refused = await refusalOf(callUpdate())
    expect(refused.fields).toEqual([{ path: ['prices', 0, 'amount'], message: 'Too small' }])
    expect(refused.message).toBe('Too small')
  })

  test('contains the time to wait', async () => {
    reply(429, { message: 'Too many requests' }, { 'retry-after': '7' })
    expect((await refusalOf(callUpdate())).retryAfterSeconds).toBe(7)
  })

  test('without a message contains its status', async () => {
    answer = { status: 502, body: '<html>Bad gateway</html>' }
    const refused = await refusalOf(callUpdate())
    expect(refused).toMatchObject({ status: 502, code: '', retryAfterSeconds: null })
    expect(refused.message).toContain('502')
  })
})

describe('an unreachable server', () => {
  test('is not a refusal', async () => {
    const call = createApi({ configured: 'http://127.0.0.1:1' }).call(removeThing, {
      body: { thingId: 'x' },
    })
    await expect(call).rejects.toBeInstanceOf(Unreachable)
  })

  test('differs from an aborted call', async () => {
    const signal = AbortSignal.abort()
    const call = createApi({ configured: origin }).call(removeThing, {
      body: { thingId: 'x' },
      signal,
    })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
