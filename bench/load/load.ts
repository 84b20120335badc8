// The load, in a process of its own. Raw sockets, because any HTTP client costs more than the
// servers that are measured.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { percentile } from '../figures.ts'
import { answerLength } from './answer-length.ts'
import type { LoadOrder, LoadReport } from './order.ts'

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function run(order: LoadOrder): Promise<LoadReport> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const asking = { ...order, latencies, startedAt, endsAt: startedAt + order.seconds * 1000 }
  const connections = Array.from({ length: order.connections }, (_, at) => keepAsking(asking, at))
  await Promise.all(connections)
  return {
    requests: latencies.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
  }
}

interface Asking extends LoadOrder {
  readonly startedAt: number
  readonly endsAt: number
  readonly latencies: number[]
}

function keepAsking(asking: Asking, place: number): Promise<void> {
  const { port, expects, endsAt, latencies } = asking
  const next = timetable(asking, place)
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let dueAt = 0
    let received: Buffer = Buffer.alloc(0)
    const askNext = () => {
      dueAt = next()
      if (dueAt >= endsAt) socket.end()
      else askAt(socket, dueAt, pick(asking))
    }
    socket.on('connect', askNext)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = answerLength(received)
      if (length === null || received.length < length) return
      if (!received.includes(expects)) throw new Error(`unexpected answer: ${received.toString()}`)
      received = Buffer.alloc(0)
      latencies.push(performance.now() - dueAt)
      askNext()
    })
  })
}

/** When the next request is due: now, or at the pace of the order, evenly between connections. */
function timetable({ everyMilliseconds, connections, startedAt }: Asking, place: number) {
  if (everyMilliseconds === undefined) return () => performance.now()
  let dueAt = startedAt + (everyMilliseconds * place) / connections
  return () => {
    dueAt += everyMilliseconds
    return dueAt
  }
}

function pick({ requests, unique }: Asking): string {
  const request = requests[Math.floor(Math.random() * requests.length)] ?? ''
  return unique === undefined ? request : request.replace(unique, randomUUID())
}

function askAt(socket: Socket, dueAt: number, request: string): void {
  const wait = dueAt - performance.now()
  if (wait <= 0) socket.write(request)
  else setTimeout(() => socket.write(request), wait)
}
