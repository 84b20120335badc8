// The load, in a separate process. It writes to raw sockets, because any HTTP client costs more
// than the servers that are measured.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { percentile } from '../figures.ts'
import { responseLength } from './response-length.ts'
import type { LoadJob, LoadReport } from './workload.ts'

process.on('message', (job: LoadJob) => {
  run(job).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function run(job: LoadJob): Promise<LoadReport> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const loadRun = { ...job, latencies, startedAt, endsAt: startedAt + job.seconds * 1000 }
  const connections = Array.from({ length: job.connections }, (_, at) => runConnection(loadRun, at))
  await Promise.all(connections)
  return {
    requests: latencies.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
  }
}

interface LoadRun extends LoadJob {
  readonly startedAt: number
  readonly endsAt: number
  readonly latencies: number[]
}

function runConnection(run: LoadRun, index: number): Promise<void> {
  const { port, expects, endsAt, latencies } = run
  const next = schedule(run, index)
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let dueAt = 0
    let received: Buffer = Buffer.alloc(0)
    const sendNext = () => {
      dueAt = next()
      if (dueAt >= endsAt) socket.end()
      else sendAt(socket, dueAt, pickRequest(run))
    }
    socket.on('connect', sendNext)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = responseLength(received)
      if (length === null || received.length < length) return
      if (!received.includes(expects))
        throw new Error(`unexpected response: ${received.toString()}`)
      received = Buffer.alloc(0)
      latencies.push(performance.now() - dueAt)
      sendNext()
    })
  })
}

/** When the next request is due: now, or at a fixed rate, spread evenly over the connections. */
function schedule({ everyMilliseconds, connections, startedAt }: LoadRun, index: number) {
  if (everyMilliseconds === undefined) return () => performance.now()
  let dueAt = startedAt + (everyMilliseconds * index) / connections
  return () => {
    dueAt += everyMilliseconds
    return dueAt
  }
}

function pickRequest({ requests, unique }: LoadRun): string {
  const request = requests[Math.floor(Math.random() * requests.length)] ?? ''
  return unique === undefined ? request : request.replaceAll(unique, randomUUID())
}

function sendAt(socket: Socket, dueAt: number, request: string): void {
  const wait = dueAt - performance.now()
  if (wait <= 0) socket.write(request)
  else setTimeout(() => socket.write(request), wait)
}
