import type { Resolved } from './callers.ts'
import type { Exchange } from './exchange.ts'
import type { Answer, Completion } from './guards.ts'
import type { AnyCall } from './serve.ts'

/** Turns a handler's output into the endpoint's answer in its final bytes. */
export type AnswerMaker = (exchange: Exchange, output: unknown) => Answer

interface CallParts {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly resolved: Resolved
  readonly completion: Completion | null
  readonly answer: AnswerMaker
}

/** One call of a handler: what was parsed for it, and the request behind it. */
export class EndpointCall implements AnyCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: unknown
  /** The answer as it was noted, so that what leaves now is what a repetition gets. */
  saved: Answer | null = null
  readonly #exchange: Exchange
  readonly #parts: CallParts

  constructor(exchange: Exchange, parts: CallParts) {
    this.#exchange = exchange
    this.#parts = parts
    this.params = parts.input.params
    this.query = parts.input.query
    this.body = parts.input.body
    this.caller = parts.resolved.caller
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
    return this.#parts.completion?.recoveryPoint ?? null
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

  async finish(...[work, output]: Parameters<AnyCall['finish']>): Promise<unknown> {
    this.saved = this.#parts.answer(this.#exchange, output)
    await this.#parts.completion?.save(work, this.saved)
    return output
  }

  async note(...[work, recoveryPoint]: Parameters<AnyCall['note']>): Promise<void> {
    await this.#parts.completion?.note(work, recoveryPoint)
  }
}
