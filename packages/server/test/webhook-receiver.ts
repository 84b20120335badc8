import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { testPort } from './test-port.ts'

export interface ReceivedWebhook {
  /** `performance.now()` at the start of the request. */
  readonly at: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `webhook-id`. */
  readonly id: string
  /** `guildhall-sequence`; NaN where it is missing. */
  readonly sequence: number
  /** The raw body. */
  readonly body: string
  /** The data of the body; empty in other formats than raw. */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** The number of the connection, to see which are reused. */
  readonly connection: number
}

/**
 * How a receiver responds: with a status, never, with ten megabytes, very slowly, or by closing the
 * connection before or during the response.
 */
type Behaviour =
  | number
  | { readonly status: number; readonly body?: string; readonly afterMilliseconds?: number }
  | 'hangs'
  | 'floods'
  | 'trickles'
  | 'closes'
  | 'cuts'

type BehaviourOf = (webhook: ReceivedWebhook) => Behaviour

export interface WebhookReceiver {
  /** Where an endpoint may point; any path below it is received as well. */
  readonly url: string
  /** In the order of arrival, whatever the response was. */
  readonly received: readonly ReceivedWebhook[]
  /** The most simultaneous requests. */
  readonly mostAtOnce: number
  /** Changes how it responds; at first with 200. */
  behave(behaviour: Behaviour | BehaviourOf): void
  forget(): void
  /** Stops listening and closes all connections. */
  goDown(): Promise<void>
  /** Listens again on the same port. */
  comeUp(): Promise<void>
  stop(): Promise<void>
}

interface State {
  behaviourOf: BehaviourOf
  open: number
  mostAtOnce: number
}

const answersAll: BehaviourOf = () => 200
const floodBytes = 10 * 1024 * 1024

/** A seller's server that receives webhooks, well or badly. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const now: State = { behaviourOf: answersAll, open: 0, mostAtOnce: 0 }
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
    answer(response, now.behaviourOf(webhook))
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => connections.set(socket, (connected += 1)))

  const port = await testPort()
  const comeUp = async () => {
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
  await comeUp()
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    get mostAtOnce() {
      return now.mostAtOnce
    },
    behave(behaviour) {
      now.behaviourOf = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
    forget() {
      received.length = 0
      now.mostAtOnce = now.open
    },
    goDown,
    comeUp,
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

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hangs') return
  if (behaviour === 'closes') return void response.socket?.resetAndDestroy()
  if (behaviour === 'cuts') {
    response.writeHead(200, { 'content-length': '10' })
    return void response.write('half', () => response.socket?.resetAndDestroy())
  }
  if (behaviour === 'floods') return void response.writeHead(200).end('x'.repeat(floodBytes))
  if (behaviour === 'trickles') return trickle(response)
  const {
    status,
    body = '',
    afterMilliseconds = 0,
  } = typeof behaviour === 'number' ? { status: behaviour } : behaviour
  const location = status >= 300 && status < 400 ? { location: '/moved' } : {}
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
