import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { JsonObject } from '../database/json.ts'
import type { ExternalRequest, ExternalResponse, fetchExternal } from './fetch-external.ts'
import { operatorGuard } from './guard.ts'

interface ServiceRequest {
  readonly method?: ExternalRequest['method']
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: JsonObject
  /**
   * For calls with the server's own credentials: if those are rejected, the service counts as
   * failed.
   */
  readonly showsOwnCredentials: boolean
}

/** The response of a service: a success, or a refusal that the caller has to interpret. */
export type ServiceAnswer<T> = { readonly answer: T } | ServiceRefusal

export interface ServiceRefusal {
  /** The status of the response. */
  readonly refused: number
  /** The reason in the service’s own words, if it gives one. */
  readonly says: string | null
  /** Its own number for the reason, if it has one. */
  readonly code: number | null
}

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
  { method = 'GET', headers, body, showsOwnCredentials }: ServiceRequest,
  schema: S,
): Promise<ServiceAnswer<z.output<S>> | ServiceFailure> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    guard: operatorGuard,
    timeoutMs,
    maxBytes: bytesMax,
  })
  if ('failed' in response) return unavailable(`${response.failed}: ${response.reason}`)
  const { status } = response
  const { says, code } = reasonIn(response)
  const failed = says === null ? `status ${status}` : `status ${status}: ${says}`
  if (isTooMuch(response)) return unavailable(failed, retryAfter(response.headers))
  if (status >= 500 || (status === 401 && showsOwnCredentials)) return unavailable(failed)
  if (status >= 300) return { refused: status, says, code }
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

function retryAfter(headers: IncomingHttpHeaders): number | null {
  const seconds = Math.ceil(Number(headers['retry-after'] ?? secondsToReset(headers)))
  return seconds > 0 ? Math.min(seconds, retrySecondsMax) : null
}

/** By the service’s own clock. */
const secondsToReset = ({ 'x-ratelimit-reset': reset, date }: IncomingHttpHeaders): number =>
  Number(reset ?? Number.NaN) - Date.parse(date ?? '') / 1000

const saysMax = 900

const Reason = z.object({
  message: z.catch(z.string(), ''),
  code: z.catch(z.nullable(z.int()), null),
  /** GitHub’s details. */
  errors: z.catch(z.array(z.object({ message: z.string() })), []),
})

function reasonIn(response: ExternalResponse): Pick<ServiceRefusal, 'says' | 'code'> {
  if (response.status < 300) return { says: null, code: null }
  const read = z.safeParse(Reason, jsonIn(response))
  if (!read.success) return { says: null, code: null }
  const { message, code, errors } = read.data
  const says = [message, ...errors.map((one) => one.message)].filter((one) => one !== '')
  return { says: says.length === 0 ? null : says.join(': ').slice(0, saysMax), code }
}

function jsonIn({ body }: ExternalResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
