import type { Operation, RateLimitRule } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { JsonValue } from '../database/json.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Checks that the transport runs around a handler. */
export interface Guards {
  /** Counts the request against one of the endpoint's declared limits. */
  limit(operation: Operation, rule: RateLimitRule, request: GuardedRequest): Promise<LimitVerdict>
  /** Runs at most once per `Idempotency-Key`; the key is released when `run` throws. */
  once(
    operation: Operation,
    request: GuardedRequest & { readonly idempotencyKey: string },
    run: (completion: Completion) => Promise<Answer>,
  ): Promise<Answer>
}

export interface GuardedRequest {
  readonly requestId: string
  /** The requested path, without the query. */
  readonly path: string
  /** The raw path and query: together with the body they identify a request. */
  readonly target: string
  /** The client's canonical address. */
  readonly address: string
  /** The caller (`user:…`, `organization:…`), once authenticated; null for public endpoints. */
  readonly subject: string | null
  readonly organizationId: Id<'organization'> | null
  readonly idempotencyKey: string | null
  /** The raw bytes of the body. */
  readonly body: Uint8Array
}

export type LimitVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Saves the response inside the operation's last transaction, so that both are stored or neither.
 */
export interface Completion {
  save(uow: UnitOfWork, answer: Answer): Promise<void>
  /** The recovery point of an earlier run whose process died; null when there was none. */
  readonly recoveryPoint: JsonValue
  /** Saves, in a transaction before the last, where another run has to resume. */
  note(uow: UnitOfWork, recoveryPoint: JsonValue): Promise<void>
}

/** A response in its final bytes. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: string | Uint8Array | null
  /** The refusal code, for the log; not stored with a response that is kept for replay. */
  readonly refused?: string
}

export type AnswerHeaders = Readonly<Record<string, string | string[]>>
