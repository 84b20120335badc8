import type { Exchange } from './exchange.ts'
import type { Outgoing } from './run-endpoint.ts'

/** A route that is no endpoint: a page, a file, a probe. It brings its own headers. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (exchange: Exchange, values: readonly string[]) => Promise<Outgoing> | Outgoing
}
