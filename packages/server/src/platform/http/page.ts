import type { Exchange } from './exchange.ts'
import type { Outgoing } from './run-operation.ts'

/** A route outside the API: a page, a file, a probe. It sets its own headers. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (exchange: Exchange, values: readonly string[]) => Promise<Outgoing> | Outgoing
}
