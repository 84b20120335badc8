import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A proxy between a server and its database that counts statements. */
export interface StatementCounter {
  /** The same database, through the proxy. */
  readonly url: string
  /** Statements so far, of all connections. */
  readonly count: () => number
  /** How often the server has asked what columns a statement has. */
  readonly descriptions: () => number
  /** How many chunks the server has sent, each of which wakes the database. */
  readonly writes: () => number
  readonly stop: () => Promise<void>
}

export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const { host, port } = new pg.Client(databaseUrl)
  const upstream = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-counter-'))
  const open = new Set<Socket>()
  let count = 0
  let descriptions = 0
  let writes = 0

  const server = createServer((client) => {
    const database = connect(upstream)
    const countIn = messageReader((type) => {
      if (type === query || type === execute) count++
      if (type === describe) descriptions++
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => open.delete(socket))
      socket.pipe(other)
    }
    client.on('data', (chunk) => {
      writes++
      countIn(chunk)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(join(folder, `.s.PGSQL.${port}`), resolve)
  })

  const url = new URL(databaseUrl)
  url.searchParams.set('host', folder)
  url.searchParams.set('port', String(port))
  return {
    url: url.href,
    count: () => count,
    descriptions: () => descriptions,
    writes: () => writes,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}

const query = 'Q'.charCodeAt(0)
const execute = 'E'.charCodeAt(0)
const describe = 'D'.charCodeAt(0)
const lengthBytes = 4

/** Parses the messages of a client: first the startup message without a type, then typed ones. */
function messageReader(note: (type: number | undefined) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      const typeBytes = isStarted ? 1 : 0
      if (unread.length < typeBytes + lengthBytes) return
      const end = typeBytes + unread.readUInt32BE(typeBytes)
      if (unread.length < end) return
      if (isStarted) note(unread[0])
      isStarted = true
      unread = unread.subarray(end)
    }
  }
}
