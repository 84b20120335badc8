import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

export interface MetricsListener {
  readonly port: number
  close(): Promise<void>
}

/** Serves /metrics on its own listener, so that no proxy can expose it by accident. */
export async function startMetricsListener(
  metrics: Metrics,
  at: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') response.writeHead(404).end()
    else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
    else metrics.answer(request, response)
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await metrics.stop()
    },
  }
}
