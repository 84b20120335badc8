import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { fetchOutside, OutsideAnswer, OutsideRequest } from './fetch-outside.ts'
import { operatorGuard } from './guard.ts'

interface ServiceRequest {
  readonly method?: OutsideRequest['method']
  readonly headers: Readonly<Record<string, string>>
  /** What is shown is the server's own: if it doesn't count, the service is of no use. */
  readonly showsOwnCredentials: boolean
}

/** What a service said: an answer, or a "no" of its own, which the caller has to make sense of. */
export type ServiceAnswer<T> = { readonly answer: T } | { readonly refused: number }

/** Nobody's "no": the service is away, overloaded, out of its mind, or doesn't know us. */
export interface ServiceFailure {
  readonly unavailable: string
  readonly retryAfterSeconds: number | null
}

const timeoutMs = 5_000
const bytesMax = 1_048_576
const retrySecondsMax = 3_600

/** Asks an API that the operator has set up for JSON. A redirect is a "no": it's not followed. */
export async function askService<S extends z.core.$ZodType>(
  outside: typeof fetchOutside,
  url: string,
  { method = 'GET', headers, showsOwnCredentials }: ServiceRequest,
  schema: S,
): Promise<ServiceAnswer<z.output<S>> | ServiceFailure> {
  const got = await outside(url, {
    method,
    headers,
    guard: operatorGuard,
    timeoutMs,
    maxBytes: bytesMax,
  })
  if ('failed' in got) return unavailable(`${got.failed}: ${got.reason}`)
  const { status } = got
  if (isTooMuch(got)) return unavailable(`status ${status}`, retryAfter(got.headers))
  if (status >= 500 || (status === 401 && showsOwnCredentials))
    return unavailable(`status ${status}`)
  if (status >= 300) return { refused: status }
  const read = z.safeParse(schema, jsonIn(got))
  return read.success ? { answer: read.data } : unavailable('the answer is not understood')
}

const unavailable = (reason: string, seconds: number | null = null): ServiceFailure => ({
  unavailable: reason,
  retryAfterSeconds: seconds,
})

/** GitHub says so with 403 as well. */
const isTooMuch = ({ status, headers }: OutsideAnswer): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))

function retryAfter({ 'retry-after': after }: IncomingHttpHeaders): number | null {
  const seconds = Math.ceil(Number(after ?? Number.NaN))
  return seconds > 0 ? Math.min(seconds, retrySecondsMax) : null
}

function jsonIn({ body }: OutsideAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
