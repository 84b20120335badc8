import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert } from '../src/kernel/assert.ts'

/** How a service is today. */
export type Mood = 'well' | 'failing' | 'garbled' | 'limited' | 'silent' | 'moved'

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
  /** How it is to whom asks for anything but tokens. */
  mood: Mood
  /** What it was asked for, in order. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/** A service of others, on a port of its own, that can have a bad day. */
export async function startService(
  reply: (call: ServiceCall) => ServiceReply | Promise<ServiceReply>,
): Promise<RunningService> {
  const asked: string[] = []
  const at: { mood: Mood } = { mood: 'well' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    const { method = '' } = request
    asked.push(`${method} ${pathname}`)
    const form = new URLSearchParams(await text(request))
    const { authorization = '' } = request.headers
    const call = { method, path: pathname, query: searchParams, form, authorization }
    if (at.mood !== 'well' && method === 'GET') return misbehave(response, at.mood)
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
    asked,
    get mood() {
      return at.mood
    },
    set mood(mood) {
      at.mood = mood
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A silent one holds the line and says nothing. */
function misbehave(response: ServerResponse, mood: Exclude<Mood, 'well'>): void {
  if (mood === 'failing') response.writeHead(502).end('<h1>Bad gateway</h1>')
  if (mood === 'garbled') response.writeHead(200).end('{"id": 7, "roles": "none"')
  if (mood === 'limited') response.writeHead(429, { 'retry-after': '6.4' }).end('{}')
  if (mood === 'moved') response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()
}
