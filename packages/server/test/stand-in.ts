import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert } from '../src/kernel/assert.ts'

interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** An external service whose response the test sets. */
export interface StandIn {
  readonly url: string
  /** The requests since the response was set. */
  readonly requests: readonly ReceivedRequest[]
  respondWith(status: number, body: string | object): void
  stop(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const requests: ReceivedRequest[] = []
  let answer: Answer = { status: 200, body: '{}' }
  const note = async ({ url = '', headers }: IncomingMessage, body: string) =>
    requests.push({ path: url, headers, body })
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
    requests,
    respondWith: (status, body) => {
      requests.length = 0
      answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
