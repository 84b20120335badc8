import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert } from '../src/kernel/assert.ts'

/** How a service responds. */
export type Behavior = 'healthy' | 'failing' | 'garbled' | 'limited' | 'silent' | 'moved'

export interface ServiceCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** The body as JSON; null if it isn’t. */
  readonly json: unknown
  readonly authorization: string
}

/** What goes wrong with one request. Its effect is there unless the service refuses. */
export interface Trouble {
  /** The request, such as `PUT /api/v10/guilds/7/members/8`; the first that matches is affected. */
  readonly on: RegExp
  readonly does:
    | 'loses its answer'
    | 'is unavailable'
    | { readonly limitedForSeconds: number }
    | { readonly refuses: number; readonly body: object }
    /** Takes effect and is answered only then. */
    | { readonly waitsFor: Promise<unknown> }
}

interface ServiceReply {
  readonly status: number
  readonly body: object
}

export interface RunningService {
  readonly url: string
  /** Applies to GET requests; tokens are always issued. */
  behavior: Behavior
  /** The requests, in order. */
  readonly requests: readonly string[]
  /** Each goes wrong once, in this order. */
  readonly troubles: Trouble[]
  stop(): Promise<void>
}

/** An external service that can fail. */
export async function startService(
  reply: (call: ServiceCall) => ServiceReply | Promise<ServiceReply>,
): Promise<RunningService> {
  const requests: string[] = []
  const troubles: Trouble[] = []
  const at: { behavior: Behavior } = { behavior: 'healthy' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    const { method = '' } = request
    requests.push(`${method} ${pathname}`)
    const sent = await text(request)
    const form = new URLSearchParams(sent)
    const { authorization = '' } = request.headers
    const json = jsonOf(sent)
    const call = { method, path: pathname, query: searchParams, form, json, authorization }
    if (at.behavior !== 'healthy' && method === 'GET') return misbehave(response, at.behavior)
    const place = troubles.findIndex(({ on }) => on.test(`${method} ${pathname}`))
    const does = place < 0 ? null : (troubles.splice(place, 1)[0]?.does ?? null)
    const isRefused = does !== null && refuse(response, does)
    if (isRefused) return
    if (typeof does === 'object' && does !== null && 'waitsFor' in does) await does.waitsFor
    const { status, body } = await reply(call)
    if (does === 'loses its answer') return response.destroy()
    const headers = { 'content-type': 'application/json' }
    response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address !== null, 'the service listens on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    troubles,
    get behavior() {
      return at.behavior
    },
    set behavior(behavior) {
      at.behavior = behavior
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whether it answered, without any effect. */
function refuse(response: ServerResponse, does: Trouble['does']): boolean {
  if (does === 'is unavailable') {
    response.writeHead(503).end(JSON.stringify({ message: 'Upstream connect error' }))
    return true
  }
  if (typeof does !== 'object') return false
  if ('limitedForSeconds' in does) {
    const headers = { 'retry-after': String(does.limitedForSeconds) }
    response.writeHead(429, headers).end(JSON.stringify({ message: 'You are being rate limited.' }))
    return true
  }
  if (!('refuses' in does)) return false
  response.writeHead(does.refuses).end(JSON.stringify(does.body))
  return true
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    return null
  }
}

/** A silent one keeps the connection open without a response. */
function misbehave(response: ServerResponse, behavior: Exclude<Behavior, 'healthy'>): void {
  if (behavior === 'failing') response.writeHead(502).end('<h1>Bad gateway</h1>')
  if (behavior === 'garbled') response.writeHead(200).end('{"id": 7, "roles": "none"')
  if (behavior === 'limited') response.writeHead(429, { 'retry-after': '6.4' }).end('{}')
  if (behavior === 'moved') response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()
}
