import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Transport } from './transport.ts'

export interface ListenSettings {
  readonly port: number
  readonly host: string
}

export interface HttpServer {
  readonly port: number
  /** Stops accepting requests, lets the running ones finish within the time, then aborts them. */
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
  { port, host }: ListenSettings,
): Promise<HttpServer> {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
    },
    transport,
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
  return { port: portOf(server.address()), stop: (grace) => stop(server, grace) }
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

const idleSweepMilliseconds = 50

async function stop(server: Server, graceMilliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A kept-alive connection becomes idle only after its running request has finished.
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMilliseconds)
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}
