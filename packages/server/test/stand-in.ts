import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert } from '../src/kernel/assert.ts'

interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** A service elsewhere that answers what the test says. */
export interface StandIn {
  readonly url: string
  /** What it was asked since the last answer was set. */
  readonly asked: readonly Asked[]
  says(status: number, body: string | object): void
  stop(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const asked: Asked[] = []
  let answer: Answer = { status: 200, body: '{}' }
  const note = async ({ url = '', headers }: IncomingMessage, body: string) =>
    asked.push({ path: url, headers, body })
  const server = createServer((request, response) => {
    text(request)
      .then((body) => note(request, body))
      .then(
        () => response.writeHead(answer.status).end(answer.body),
        () => response.destroy(),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address !== null, 'the stand-in listens on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    says: (status, body) => {
      asked.length = 0
      answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
