import type { Audience, Endpoint } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import type { Exchange } from './exchange.ts'

/**
 * What each audience's callers are. A domain adds its own:
 * `declare module '../../platform/http/callers.ts' { interface CallerOf { session: Session } }`.
 * @public
 */
export interface CallerOf {
  anyone: null
}

export type CallerFor<A extends Audience> = A extends keyof CallerOf ? CallerOf[A] : unknown

export interface Resolved<C = unknown> {
  readonly caller: C
  /** Whose budgets and idempotency keys a request counts to: `user:…`, `organization:…`. */
  readonly subject: string | null
  readonly organizationId: Id<'organization'> | null
}

interface CallerRequest {
  readonly exchange: Exchange
  readonly endpoint: Endpoint
  /** The path's values, not yet parsed. */
  readonly pathValues: Readonly<Record<string, string>>
}

/** Recognizes who calls, checks what the endpoint says they must be allowed, or refuses. */
export type Resolver<C = unknown> = (request: CallerRequest) => Promise<Resolved<C>>

export type Resolvers = {
  readonly [A in Exclude<Audience, 'anyone'>]?: Resolver<CallerFor<A>>
}

export const nobody: Resolved<null> = { caller: null, subject: null, organizationId: null }

export const anyone: Resolver<null> = () => Promise.resolve(nobody)
