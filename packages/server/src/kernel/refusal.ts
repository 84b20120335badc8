import type { RefusalCode } from '@guildhall/contract/refusals'

// Rules return refusals as values; accept() turns one into a throw, because a throw rolls back.
type Details = Readonly<Record<string, unknown>>

export interface Refusal<C extends RefusalCode = RefusalCode> {
  readonly refused: C
  readonly details?: Details
}

export const refuse = <C extends RefusalCode>(code: C, details?: Details): Refusal<C> =>
  details === undefined ? { refused: code } : { refused: code, details }

export const isRefused = (decision: unknown): decision is Refusal =>
  typeof decision === 'object' &&
  decision !== null &&
  'refused' in decision &&
  typeof decision.refused === 'string'

// A thrown refusal; only accept() and the transport itself throw it.
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: RefusalCode
  readonly details: Details | undefined

  constructor(code: RefusalCode, details?: Details) {
    super(code)
    this.code = code
    this.details = details
  }
}

export function accept<T>(decision: T): Exclude<T, Refusal>
export function accept(decision: unknown): unknown {
  if (isRefused(decision)) throw new Problem(decision.refused, decision.details)
  return decision
}
