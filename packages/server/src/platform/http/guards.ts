import type { Endpoint, RateLimitRule } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import type { JsonValue } from '../database/json.ts'
import type { Work } from '../work.ts'

/** What the transport asks around a handler. */
export interface Guards {
  /** Counts the request against one of the endpoint's declared limits. */
  limit(endpoint: Endpoint, rule: RateLimitRule, request: GuardedRequest): Promise<LimitVerdict>
  /** Runs at most once per `Idempotency-Key`; what `run` throws releases the key. */
  once(
    endpoint: Endpoint,
    request: GuardedRequest & { readonly idempotencyKey: string },
    run: (completion: Completion) => Promise<Answer>,
  ): Promise<Answer>
}

export interface GuardedRequest {
  readonly requestId: string
  /** The path as it was asked for, without the query. */
  readonly path: string
  /** The path and query exactly as they arrived: with the body they tell one request from another. */
  readonly target: string
  /** The client's canonical address. */
  readonly address: string
  /** Who calls (`user:…`, `organization:…`), once resolved; null for anyone. */
  readonly subject: string | null
  readonly organizationId: Id<'organization'> | null
  readonly idempotencyKey: string | null
  /** The body's bytes as they arrived. */
  readonly body: Uint8Array
}

export type LimitVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Notes the answer inside the operation's last transaction, so that both exist or neither. */
export interface Completion {
  save(work: Work, answer: Answer): Promise<void>
  /** How far an earlier run came that died on the way; null where there was none. */
  readonly recoveryPoint: JsonValue
  /** Notes, in a transaction that isn't the last one, from where another run has to go on. */
  note(work: Work, recoveryPoint: JsonValue): Promise<void>
}

/** An answer in its final bytes. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: string | Uint8Array | null
  /** The catalogue's code of the refusal that this is; an answer kept for repetitions forgets it. */
  readonly refused?: string
}

export type AnswerHeaders = Readonly<Record<string, string | string[]>>
