/// <reference types="node" />
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { peekEarly, sendEarly, takeEarly } from './early-requests.ts'
import { request, Unreachable } from './request.ts'

let server: Server
let origin: string
let asked: string[] = []

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? '-'} ${headers.accept}`)
    if (url === '/lost') response.destroy()
    else response.end(JSON.stringify({ url }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  asked = []
})

const bea = { authorization: 'Bearer bea' }
const cyd = { authorization: 'Bearer cyd' }

test('an answer is taken by the request that asks for the same, and once', async () => {
  sendEarly(`${origin}/orders?page=1`, bea)
  const ask = () => request({ path: `${origin}/orders`, query: { page: 1 }, headers: bea })
  expect(await ask()).toEqual({ url: '/orders?page=1' })
  expect(asked).toEqual(['/orders?page=1 Bearer bea application/json'])
  await ask()
  expect(asked).toHaveLength(2)
})

test('nobody takes the answer for another customer, and a change takes none', async () => {
  sendEarly(`${origin}/me`, bea)
  await request({ path: `${origin}/me`, headers: cyd })
  await request({ path: `${origin}/me`, headers: bea, method: 'PATCH', body: {} })
  expect(asked).toHaveLength(3)
  expect(takeEarly(`${origin}/me`, bea)).toBeDefined()
})

test('looking at an answer leaves it to be taken', async () => {
  sendEarly(`${origin}/session`, bea)
  expect(await (await peekEarly(`${origin}/session`, bea))?.json()).toEqual({ url: '/session' })
  expect(await request({ path: `${origin}/session`, headers: bea })).toEqual({ url: '/session' })
  expect(await peekEarly(`${origin}/session`, bea)).toBe(null)
  expect(asked).toHaveLength(1)
})

test('an answer that is taken while it is under way is not seen', async () => {
  sendEarly(`${origin}/session`, bea)
  const seen = peekEarly(`${origin}/session`, bea)
  const taken = takeEarly(`${origin}/session`, bea)
  expect(await seen).toBe(null)
  expect((await taken)?.status).toBe(200)
})

test('an early request without an answer fails as any other', async () => {
  sendEarly(`${origin}/lost`, bea)
  expect(await peekEarly(`${origin}/lost`, bea)).toBe(null)
  const asking = request({ path: `${origin}/lost`, headers: bea })
  await expect(asking).rejects.toThrow(Unreachable)
})
