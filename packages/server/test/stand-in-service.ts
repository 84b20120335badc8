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
  readonly authorization: string
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
  stop(): Promise<void>
}

/** An external service that can fail. */
export async function startService(
  reply: (call: ServiceCall) => ServiceReply | Promise<ServiceReply>,
): Promise<RunningService> {
  const requests: string[] = []
  const at: { behavior: Behavior } = { behavior: 'healthy' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    const { method = '' } = request
    requests.push(`${method} ${pathname}`)
    const form = new URLSearchParams(await text(request))
    const { authorization = '' } = request.headers
    const call = { method, path: pathname, query: searchParams, form, authorization }
    if (at.behavior !== 'healthy' && method === 'GET') return misbehave(response, at.behavior)
    const { status, body } = await reply(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
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

/** A silent one keeps the connection open without a response. */
function misbehave(response: ServerResponse, behavior: Exclude<Behavior, 'healthy'>): void {
  if (behavior === 'failing') response.writeHead(502).end('<h1>Bad gateway</h1>')
  if (behavior === 'garbled') response.writeHead(200).end('{"id": 7, "roles": "none"')
  if (behavior === 'limited') response.writeHead(429, { 'retry-after': '6.4' }).end('{}')
  if (behavior === 'moved') response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()
}
