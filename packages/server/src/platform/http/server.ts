import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Transport } from './transport.ts'

export interface ListenSettings {
  readonly port: number
  readonly host: string
}

export interface HttpServer {
  readonly port: number
  /** Takes no new requests, lets the running ones end within the time, then cuts them off. */
  stop(graceMilliseconds: number): Promise<void>
}

const headerBytesMax = 16 * 1024
const headersMax = 100
const headersTimeoutMilliseconds = 15_000
// As long as the address of a part of a file is good; other bodies have less time to come.
const requestTimeoutMilliseconds = 600_000
// Longer than a load balancer keeps idle connections, so that it closes them and not we.
const keepAliveMilliseconds = 65_000

/** Fails with the system's error where the port is taken or not ours to open. */
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

/** What isn't HTTP never becomes a request, so it's answered on the bare socket. */
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
  // A kept-alive connection becomes idle only when its running request has been answered.
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMilliseconds)
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}
