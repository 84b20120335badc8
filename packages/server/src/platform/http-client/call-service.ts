import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { ExternalRequest, ExternalResponse, fetchExternal } from './fetch-external.ts'
import { operatorGuard } from './guard.ts'

interface ServiceRequest {
  readonly method?: ExternalRequest['method']
  readonly headers: Readonly<Record<string, string>>
  /**
   * For calls with the server's own credentials: if those are rejected, the service counts as
   * failed.
   */
  readonly showsOwnCredentials: boolean
}

/** The response of a service: a success, or a refusal that the caller has to interpret. */
export type ServiceAnswer<T> = { readonly answer: T } | { readonly refused: number }

/**
 * Not a refusal of the request: the service is unreachable, overloaded, faulty, or rejects our
 * credentials.
 */
export interface ServiceFailure {
  readonly unavailable: string
  readonly retryAfterSeconds: number | null
}

const timeoutMs = 5_000
const bytesMax = 1_048_576
const retrySecondsMax = 3_600

/** Calls a JSON API configured by the operator. A redirect is a refusal: it is not followed. */
export async function callService<S extends z.core.$ZodType>(
  fetch: typeof fetchExternal,
  url: string,
  { method = 'GET', headers, showsOwnCredentials }: ServiceRequest,
  schema: S,
): Promise<ServiceAnswer<z.output<S>> | ServiceFailure> {
  const response = await fetch(url, {
    method,
    headers,
    guard: operatorGuard,
    timeoutMs,
    maxBytes: bytesMax,
  })
  if ('failed' in response) return unavailable(`${response.failed}: ${response.reason}`)
  const { status } = response
  if (isTooMuch(response)) return unavailable(`status ${status}`, retryAfter(response.headers))
  if (status >= 500 || (status === 401 && showsOwnCredentials))
    return unavailable(`status ${status}`)
  if (status >= 300) return { refused: status }
  const read = z.safeParse(schema, jsonIn(response))
  return read.success ? { answer: read.data } : unavailable('the answer is not understood')
}

const unavailable = (reason: string, seconds: number | null = null): ServiceFailure => ({
  unavailable: reason,
  retryAfterSeconds: seconds,
})

/** GitHub also uses 403 for rate limits. */
const isTooMuch = ({ status, headers }: ExternalResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))

function retryAfter({ 'retry-after': after }: IncomingHttpHeaders): number | null {
  const seconds = Math.ceil(Number(after ?? Number.NaN))
  return seconds > 0 ? Math.min(seconds, retrySecondsMax) : null
}

function jsonIn({ body }: ExternalResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
