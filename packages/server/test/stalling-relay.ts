import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface StallingRelay {
  /** Where clients of PostgreSQL look for its socket. */
  readonly folder: string
  /** From now on nothing arrives, and nothing is closed: as when a machine loses its power. */
  readonly stall: () => void
  readonly stop: () => Promise<void>
}

/** Passes everything on to the socket of a PostgreSQL server. */
export async function startStallingRelay(socketPath: string): Promise<StallingRelay> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-relay-'))
  await chmod(folder, 0o755)
  const sockets = new Set<Socket>()
  let isStalled = false
  const relay = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isStalled) return
    const server = connect(socketPath)
    sockets.add(server)
    server.on('error', () => undefined)
    const isPassing = () => !isStalled
    client.on('data', (bytes) => isPassing() && server.write(bytes))
    server.on('data', (bytes) => isPassing() && client.write(bytes))
    client.on('close', () => server.destroy())
    server.on('close', () => isPassing() && client.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    folder,
    stall: () => {
      isStalled = true
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
