import { type Logger, pino } from 'pino'
import { Problem } from '../src/kernel/refusal.ts'
import { systemClock } from '../src/platform/clock.ts'
import { clientAddress } from '../src/platform/http/client-address.ts'
import type { Guards } from '../src/platform/http/guards.ts'
import { trustedOrigins } from '../src/platform/http/origins.ts'
import { securityHeaders } from '../src/platform/http/security-headers.ts'
import { type HttpServer, startServer } from '../src/platform/http/server.ts'
import { createTransport, type Served, type TransportDeps } from '../src/platform/http/transport.ts'
import { recordEvidence } from './evidence.ts'

export interface TestTransport extends HttpServer {
  readonly url: string
  readonly served: Served[]
  readonly logged: string[]
}

/** No rate limits and no idempotency keys, for tests without a database. */
export const openGuards: Guards = {
  limit: () => Promise.resolve({ allowed: true }),
  once: (_endpoint, _request, run) =>
    run({ save: () => Promise.resolve(), recoveryPoint: null, note: () => Promise.resolve() }),
}

/** The whole transport on a free port, with the given routes. */
export async function startTransport(
  deps: Partial<TransportDeps> & {
    readonly publicUrl?: string
    readonly trustedProxies?: string[]
  },
): Promise<TestTransport> {
  const { publicUrl = 'http://localhost:3000', trustedProxies = [], ...given } = deps
  const served: Served[] = []
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    recordEvidence(line)
  }
  const log: Logger = pino({ level: 'trace' }, { write })
  const transport = createTransport({
    operations: [],
    pages: [],
    resolvers: {},
    guards: openGuards,
    origins: trustedOrigins(publicUrl, ['https://app.example.com']),
    security: securityHeaders(publicUrl),
    clientAddress: clientAddress(trustedProxies),
    clock: systemClock,
    log,
    observe: (one) => void served.push(one),
    notFoundPage: () => {
      throw new Problem('not_found')
    },
    ...given,
  })
  const server = await startServer(transport, {
    port: 0,
    host: '127.0.0.1',
    isProxied: false,
    clock: systemClock,
  })
  return { ...server, url: `http://127.0.0.1:${server.port}`, served, logged }
}
