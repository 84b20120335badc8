import type { Audience, Operation } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Exchange } from './exchange.ts'

/**
 * The caller type of each audience. A domain adds its own: `declare module
 * '../../platform/http/callers.ts' { interface CallerOf { session: Session } }`. @public
 */
export interface CallerOf {
  anyone: null
}

export type CallerFor<A extends Audience> = A extends keyof CallerOf ? CallerOf[A] : unknown

export interface Resolved<C = unknown> {
  readonly caller: C
  /** The owner of rate limit budgets and idempotency keys: `user:…`, `organization:…`. */
  readonly subject: string | null
  readonly organizationId: Id<'organization'> | null
}

interface CallerRequest {
  readonly exchange: Exchange
  readonly operation: Operation
  /** The path parameters, not yet parsed. */
  readonly pathValues: Readonly<Record<string, string>>
}

/** Authenticates the caller and checks the permissions that the endpoint requires, or refuses. */
export type Resolver<C = unknown> = (request: CallerRequest) => Promise<Resolved<C>>

export type Resolvers = {
  readonly [A in Exclude<Audience, 'anyone'>]?: Resolver<CallerFor<A>>
}

export const nobody: Resolved<null> = { caller: null, subject: null, organizationId: null }

export const anyone: Resolver<null> = () => Promise.resolve(nobody)
