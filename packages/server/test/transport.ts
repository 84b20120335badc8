import { type Logger, pino } from 'pino'
import { Problem } from '../src/kernel/refusal.ts'
import { systemClock } from '../src/platform/clock.ts'
import { clientAddress } from '../src/platform/http/client-address.ts'
import type { Guards } from '../src/platform/http/guards.ts'
import { trustedOrigins } from '../src/platform/http/origins.ts'
import { securityHeaders } from '../src/platform/http/security-headers.ts'
import { type HttpServer, startServer } from '../src/platform/http/server.ts'
import {
  createTransport,
  type Served,
  type TransportParts,
} from '../src/platform/http/transport.ts'
import { witness } from './evidence.ts'

export interface TestTransport extends HttpServer {
  readonly url: string
  readonly served: Served[]
  readonly logged: string[]
}

/** No limit and no memory: for what is tested without a database. */
export const openGuards: Guards = {
  limit: () => Promise.resolve({ allowed: true }),
  once: (_endpoint, _request, run) =>
    run({ save: () => Promise.resolve(), recoveryPoint: null, note: () => Promise.resolve() }),
}

/** The whole transport on a free port, with the parts that a test brings. */
export async function startTransport(
  parts: Partial<TransportParts> & {
    readonly publicUrl?: string
    readonly trustedProxies?: string[]
  },
): Promise<TestTransport> {
  const { publicUrl = 'http://localhost:3000', trustedProxies = [], ...given } = parts
  const served: Served[] = []
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    witness(line)
  }
  const log: Logger = pino({ level: 'trace' }, { write })
  const transport = createTransport({
    endpoints: [],
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
  const server = await startServer(transport, { port: 0, host: '127.0.0.1' })
  return { ...server, url: `http://127.0.0.1:${server.port}`, served, logged }
}
