import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@guildhall/contract/endpoint'
import type { Logger } from 'pino'
import type { JsonValue } from '../database/json.ts'
import type { Work } from '../work.ts'
import type { CallerFor } from './callers.ts'
import type { DirectAnswer } from './direct-answer.ts'

/** What a handler is given: the endpoint's inputs, parsed, and who calls. */
interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerFor<E['for']>
  /** As it was asked with: HEAD is answered like GET, and must not do anything. */
  readonly method: string
  /** The client's canonical address. */
  readonly address: string
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  /** For an endpoint that streams its body. */
  readonly incoming: IncomingMessage
  readonly log: Logger
  cookie(name: string): string | null
  addCookie(line: string): void
  setHeader(name: string, value: string): void
  /**
   * Notes the answer in the operation's last transaction, so that a repetition with the same
   * `Idempotency-Key` is answered alike, and hands it back to be returned.
   */
  finish(work: Work, output: AnswerOf<E>): Promise<AnswerOf<E>>
  /** How far an earlier run with this key came, and how to note it: for operations of several steps. */
  readonly recoveryPoint: JsonValue
  note(work: Work, recoveryPoint: JsonValue): Promise<void>
}

type Returned<E extends Endpoint> = E['returns'] extends null ? void : AnswerOf<E>

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Returned<E> | DirectAnswer>

/** A call whose types are its endpoint's business. */
export interface AnyCall
  extends Omit<Call<Endpoint>, 'params' | 'query' | 'body' | 'caller' | 'finish'> {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: unknown
  finish(work: Work, output: unknown): Promise<unknown>
}

export interface EndpointRoute {
  readonly endpoint: Endpoint
  handle(call: AnyCall): Promise<unknown>
}

export const serve = <const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
): EndpointRoute => ({
  endpoint,
  handle: handler,
})
