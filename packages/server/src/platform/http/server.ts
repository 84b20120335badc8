import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextLoop } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Transport } from './transport.ts'

export interface ListenSettings {
  readonly port: number
  readonly host: string
  /** Whether requests come through a proxy, which keeps connections to send others on them. */
  readonly isProxied: boolean
  readonly clock: ElapsedTime
}

type ElapsedTime = Pick<Clock, 'monotonicMilliseconds'>

export interface HttpServer {
  readonly port: number
  /** Stops accepting connections, lets running requests finish within the time, then aborts them. */
  stop(graceMilliseconds: number): Promise<void>
}

const headerBytesMax = 16 * 1024
const headersMax = 100
const headersTimeoutMilliseconds = 15_000
// As long as a signed link for a file part is valid; other bodies have a shorter timeout.
const requestTimeoutMilliseconds = 600_000
// Longer than the idle timeout of load balancers, so that they close connections and not we.
const keepAliveMilliseconds = 65_000

/** Rejects with the system's error when the port is taken or forbidden. */
export async function startServer(
  transport: Transport,
  { port, host, isProxied, clock }: ListenSettings,
): Promise<HttpServer> {
  const traffic = createTraffic(clock, isProxied ? quietMilliseconds : 0)
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
    },
    (incoming, outgoing) => {
      traffic.add(outgoing)
      transport(incoming, outgoing)
    },
  )
  server.maxHeadersCount = headersMax
  server.on('clientError', refuseUnreadable)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: portOf(server.address()),
    stop: (grace) => stop(server, { traffic, clock, grace }),
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** Malformed HTTP never becomes a request, so the response is written to the bare socket. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = unreadableStatus.get(error.code ?? '') ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

const unreadableStatus: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

interface Traffic {
  add(outgoing: ServerResponse): void
  /** From now on, each response says that its connection closes. */
  endConnections(): void
  /** Whether nobody seems to use the connections that are still open. */
  isQuiet(): boolean
}

const quietMilliseconds = 1_000

function createTraffic(clock: ElapsedTime, milliseconds: number): Traffic {
  const running = new Set<ServerResponse>()
  let isEnding = false
  let newestAt = Number.NEGATIVE_INFINITY
  return {
    add(outgoing) {
      newestAt = clock.monotonicMilliseconds()
      outgoing.shouldKeepAlive &&= !isEnding
      running.add(outgoing)
      outgoing.once('close', () => running.delete(outgoing))
    },
    endConnections() {
      isEnding = true
      for (const outgoing of running) outgoing.shouldKeepAlive = false
    },
    isQuiet: () => clock.monotonicMilliseconds() - newestAt >= milliseconds,
  }
}

interface Stopping {
  readonly traffic: Traffic
  readonly clock: ElapsedTime
  /** In milliseconds. */
  readonly grace: number
}

const idleSweepMilliseconds = 50

/**
 * A proxy that sends a write on a connection which is being closed can't know whether it was
 * carried out, and fails. So kept-alive connections are closed by a response that says so; by
 * then new connections are refused, which proxies take as a reason to use another process.
 */
async function stop(server: Server, { traffic, clock, grace }: Stopping): Promise<void> {
  traffic.endConnections()
  const closed = await stopListening(server, clock)
  // A kept-alive connection becomes idle only after its running request has finished. What has
  // arrived meanwhile is read before `setImmediate` runs, however late a busy machine is.
  const closeIdle = () => {
    if (traffic.isQuiet()) server.closeIdleConnections()
  }
  const sweep = setInterval(() => setImmediate(closeIdle), idleSweepMilliseconds)
  const cutOff = setTimeout(() => server.closeAllConnections(), grace)
  await closed.connections
  clearInterval(sweep)
  clearTimeout(cutOff)
}

const freshMilliseconds = 0.3
const loopsMax = 200

/** Resolves when nothing can connect any more; `connections` when all connections have ended. */
async function stopListening(
  server: Server,
  clock: ElapsedTime,
): Promise<{ readonly connections: Promise<void> }> {
  // The system resets connections that it has accepted and the process hasn't yet, so this
  // waits for a moment right after the event loop has accepted all.
  for (let loops = 0; loops < loopsMax; loops += 1) {
    const before = clock.monotonicMilliseconds()
    await nextLoop()
    if (clock.monotonicMilliseconds() - before < freshMilliseconds) break
  }
  // Unlike that of an HTTP server, it leaves idle connections open.
  const connections = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server, () => resolve()),
  )
  return { connections }
}
