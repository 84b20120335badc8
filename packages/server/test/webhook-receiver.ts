import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { testPort } from './test-port.ts'

export interface ReceivedWebhook {
  /** `performance.now()` at which the request had begun. */
  readonly at: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `webhook-id`. */
  readonly id: string
  /** `guildhall-sequence`; not a number where it isn't told. */
  readonly sequence: number
  /** As it came over the wire. */
  readonly body: string
  /** Of the body; empty where the format is another one than raw. */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** Counts the connections, to see which are used again. */
  readonly connection: number
}

/**
 * What a receiver does: answers with a status, or never, or with ten megabytes, drop by drop, or
 * hangs up before it has answered or in the middle.
 */
type Manner =
  | number
  | { readonly status: number; readonly body?: string; readonly afterMilliseconds?: number }
  | 'hangs'
  | 'floods'
  | 'trickles'
  | 'closes'
  | 'cuts'

type MannerOf = (webhook: ReceivedWebhook) => Manner

export interface WebhookReceiver {
  /** Where an endpoint may point; any path below it is received as well. */
  readonly url: string
  /** What came, in the order of arrival, whatever it was answered with. */
  readonly received: readonly ReceivedWebhook[]
  /** The most requests that it had at once. */
  readonly mostAtOnce: number
  /** From now on; it begins with 200. */
  behave(manner: Manner | MannerOf): void
  forget(): void
  /** Nobody listens any more, and who is connected is cut off. */
  goDown(): Promise<void>
  /** On the same port again. */
  comeBack(): Promise<void>
  stop(): Promise<void>
}

interface Standing {
  mannerOf: MannerOf
  open: number
  mostAtOnce: number
}

const answersAll: MannerOf = () => 200
const floodBytes = 10 * 1024 * 1024

/** A seller's server that takes webhooks, in every manner that sellers' servers have. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const now: Standing = { mannerOf: answersAll, open: 0, mostAtOnce: 0 }
  const connections = new WeakMap<object, number>()
  let connected = 0

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now()
    now.open += 1
    now.mostAtOnce = Math.max(now.mostAtOnce, now.open)
    response.once('close', () => {
      now.open -= 1
    })
    const connection = connections.get(request.socket) ?? Number.NaN
    const webhook = webhookOf(request, { at, connection, body: await text(request) })
    received.push(webhook)
    answer(response, now.mannerOf(webhook))
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => connections.set(socket, (connected += 1)))

  const port = await testPort()
  const comeBack = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const goDown = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await comeBack()
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    get mostAtOnce() {
      return now.mostAtOnce
    },
    behave(manner) {
      now.mannerOf = typeof manner === 'function' ? manner : () => manner
    },
    forget() {
      received.length = 0
      now.mostAtOnce = now.open
    },
    goDown,
    comeBack,
    stop: goDown,
  }
}

interface Taken {
  readonly at: number
  readonly connection: number
  readonly body: string
}

function webhookOf(request: IncomingMessage, taken: Taken): ReceivedWebhook {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    ...taken,
    path: request.url ?? '',
    headers,
    id: headers['webhook-id'] ?? '',
    sequence: Number(headers['guildhall-sequence'] ?? Number.NaN),
    ...readBody(taken.body),
  }
}

const Raw = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

function readBody(body: string): z.output<typeof Raw> {
  try {
    return z.parse(Raw, JSON.parse(body))
  } catch {
    return { type: '', data: {} }
  }
}

function answer(response: ServerResponse, manner: Manner): void {
  if (manner === 'hangs') return
  if (manner === 'closes') return void response.socket?.resetAndDestroy()
  if (manner === 'cuts') {
    response.writeHead(200, { 'content-length': '10' })
    return void response.write('half', () => response.socket?.resetAndDestroy())
  }
  if (manner === 'floods') return void response.writeHead(200).end('x'.repeat(floodBytes))
  if (manner === 'trickles') return trickle(response)
  const {
    status,
    body = '',
    afterMilliseconds = 0,
  } = typeof manner === 'number' ? { status: manner } : manner
  const location = status >= 300 && status < 400 ? { location: '/elsewhere' } : {}
  const speak = () => void response.writeHead(status, location).end(body)
  if (afterMilliseconds === 0) return speak()
  const timer = setTimeout(speak, afterMilliseconds)
  response.once('close', () => clearTimeout(timer))
}

function trickle(response: ServerResponse): void {
  response.writeHead(200)
  const drip = setInterval(() => response.write('.'), 10)
  response.once('close', () => clearInterval(drip))
}
