import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port that is free at the moment. */
export const freePort = (): Promise<number> => tryToListen({ host: '127.0.0.1', port: 0 })

/** Listens for a moment. Rejects with the system's error when the port is taken or forbidden. */
export async function tryToListen(at: {
  readonly host: string
  readonly port: number
}): Promise<number> {
  const server = createServer().listen(at.port, at.host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
