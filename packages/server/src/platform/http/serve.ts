import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type {
  BodyOf,
  Operation,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@guildhall/contract/operation'
import type { Logger } from 'pino'
import type { JsonValue } from '../database/json.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { CallerFor } from './callers.ts'
import type { DirectAnswer } from './direct-answer.ts'

/** The argument of a handler: the parsed inputs of the endpoint and the caller. */
interface Call<E extends Operation> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerFor<E['for']>
  /** The actual method: HEAD is handled like GET and must not write anything. */
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
   * Saves the response in the operation's last transaction, so that a repetition with the same
   * `Idempotency-Key` gets the same response, and returns it. The caller is given where the handler
   * itself has recognized them, for the log of changes.
   */
  finish(uow: UnitOfWork, output: ResponseOf<E>, caller?: unknown): Promise<ResponseOf<E>>
  /**
   * The recovery point of an earlier run with this key, and how to save one: for operations of
   * several steps.
   */
  readonly recoveryPoint: JsonValue
  note(uow: UnitOfWork, recoveryPoint: JsonValue): Promise<void>
}

type Returned<E extends Operation> = E['returns'] extends null ? void : ResponseOf<E>

export type Handler<E extends Operation> = (call: Call<E>) => Promise<Returned<E> | DirectAnswer>

/** A call whose concrete types are known only to its endpoint. */
export interface AnyCall
  extends Omit<Call<Operation>, 'params' | 'query' | 'body' | 'caller' | 'finish'> {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: unknown
  finish(uow: UnitOfWork, output: unknown, caller?: unknown): Promise<unknown>
}

export interface OperationRoute {
  readonly operation: Operation
  handle(call: AnyCall): Promise<unknown>
}

export const serve = <const E extends Operation>(
  operation: E,
  handler: Handler<E>,
): OperationRoute => ({
  operation,
  handle: handler,
})
