import type { Readable } from 'node:stream'
import type { AnswerHeaders } from './guards.ts'

const direct: unique symbol = Symbol('direct answer')

/** A response that is not JSON: a redirect, a file, a stream. */
export interface DirectAnswer {
  readonly [direct]: true
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: string | Uint8Array | Readable | null
  readonly refused?: string
}

export const directAnswer = (
  status: number,
  headers: AnswerHeaders,
  body: DirectAnswer['body'],
): DirectAnswer => ({ [direct]: true, status, headers, body })

export const redirectTo = (location: string): DirectAnswer => directAnswer(302, { location }, null)

export const isDirectAnswer = (value: unknown): value is DirectAnswer =>
  typeof value === 'object' && value !== null && direct in value
