import type { Resolved } from './callers.ts'
import type { LogChanges } from './change-log.ts'
import type { Exchange } from './exchange.ts'
import type { Answer, Completion } from './guards.ts'
import type { AnyCall } from './serve.ts'

/** Serializes a handler's output into the endpoint's response. */
export type AnswerMaker = (exchange: Exchange, output: unknown) => Answer

interface CallDeps {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly resolved: Resolved
  readonly completion: Completion | null
  readonly answer: AnswerMaker
  readonly logChanges: LogChanges | null
}

/** One call of a handler: its parsed inputs and the request behind them. */
export class OperationCall implements AnyCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: unknown
  /** The response as it was saved, so that a replay returns the same bytes. */
  saved: Answer | null = null
  readonly #exchange: Exchange
  readonly #deps: CallDeps

  constructor(exchange: Exchange, deps: CallDeps) {
    this.#exchange = exchange
    this.#deps = deps
    this.params = deps.input.params
    this.query = deps.input.query
    this.body = deps.input.body
    this.caller = deps.resolved.caller
  }

  get method() {
    return this.#exchange.method
  }

  get address() {
    return this.#exchange.address
  }

  get requestId() {
    return this.#exchange.requestId
  }

  get headers() {
    return this.#exchange.headers
  }

  get incoming() {
    return this.#exchange.incoming
  }

  get log() {
    return this.#exchange.log
  }

  get recoveryPoint() {
    return this.#deps.completion?.recoveryPoint ?? null
  }

  cookie(name: string): string | null {
    return this.#exchange.cookie(name)
  }

  addCookie(line: string): void {
    this.#exchange.addCookie(line)
  }

  setHeader(name: string, value: string): void {
    this.#exchange.setHeader(name, value)
  }

  async finish(...[uow, output, caller]: Parameters<AnyCall['finish']>): Promise<unknown> {
    this.saved = this.#deps.answer(this.#exchange, output)
    await this.#deps.completion?.save(uow, this.saved)
    this.#logChanges(uow, { caller, output, isFinished: true })
    return output
  }

  async note(...[uow, recoveryPoint]: Parameters<AnyCall['note']>): Promise<void> {
    await this.#deps.completion?.note(uow, recoveryPoint)
    this.#logChanges(uow, { output: undefined, isFinished: false })
  }

  #logChanges(
    uow: Parameters<AnyCall['finish']>[0],
    { caller = this.caller, ...state }: { caller?: unknown; output: unknown; isFinished: boolean },
  ): void {
    const { params, body, address, requestId } = this
    const userAgent = this.headers['user-agent'] ?? null
    const call = { params, body, caller, address, requestId, userAgent, ...state }
    this.#deps.logChanges?.(uow, call)
  }
}
