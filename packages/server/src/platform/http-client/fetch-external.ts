import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { inSpan } from '../span.ts'
import { bareHost, checkedAddresses, faultOf, type Lookup, pinnedTo } from './checked-addresses.ts'
import { type Guard, refusedTarget } from './guard.ts'

export interface ExternalRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly guard: Guard
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Until the connection is established, including TLS. */
  readonly connectTimeoutMs?: number
  /** For the whole request, from DNS to the last byte. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly lookup?: Lookup
}

export interface ExternalResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * A value, not an exception: callers of external hosts must handle failures. The reason may name
 * addresses and resolvers of this server's network, so it is for the log and for operators.
 */
export interface ExternalFailure {
  readonly failed: 'refused_target' | 'unresolved' | 'unreachable' | 'timeout' | 'too_large'
  readonly reason: string
  /** The system's code of the failure, such as `ECONNREFUSED`, where there is one. */
  readonly code?: string
  /** Present if a response had started. */
  readonly status?: number
}

const defaults = { connectTimeoutMs: 5_000, timeoutMs: 15_000, maxBytes: 1_048_576 }
type Settled = ExternalRequest & typeof defaults

/** Sends one request: a redirect is a response like any other and is not followed. */
export async function fetchExternal(
  url: string,
  request: ExternalRequest,
): Promise<ExternalResponse | ExternalFailure> {
  const settled = { ...defaults, ...request }
  if (!URL.canParse(url)) return { failed: 'refused_target', reason: 'this is not a URL' }
  const target = new URL(url)
  const refused = refusedTarget(target, settled.guard)
  if (refused !== null) return { failed: 'refused_target', reason: refused }

  const deadline = AbortSignal.timeout(settled.timeoutMs)
  const resolved = await resolveHost(target, settled, deadline)
  if ('failed' in resolved) return resolved
  const { method } = request
  return inSpan(`${method} ${target.host}`, { 'http.request.method': method }, () =>
    ask({ target, addresses: resolved, deadline }, settled),
  )
}

async function resolveHost(
  target: URL,
  { guard, lookup, timeoutMs }: Settled,
  deadline: AbortSignal,
): Promise<readonly LookupAddress[] | ExternalFailure> {
  const resolved = await Promise.race([
    checkedAddresses(target, guard, lookup),
    once(deadline, 'abort').then(() => null),
  ])
  return resolved ?? timedOutAfter(timeoutMs)
}

interface Target {
  readonly target: URL
  readonly addresses: readonly LookupAddress[]
  readonly deadline: AbortSignal
}

async function ask(to: Target, request: Settled): Promise<ExternalResponse | ExternalFailure> {
  const connecting = new AbortController()
  const outgoing = open(to, request, connecting)
  let status: number | undefined
  try {
    const answered = once(outgoing, 'response')
    outgoing.end(request.body)
    const [response]: http.IncomingMessage[] = await answered
    if (response === undefined) throw new Error('no answer')
    status = response.statusCode ?? 0
    const body = await readUpTo(response, request.maxBytes)
    if (body !== null) return { status, headers: response.headers, body }
    return { failed: 'too_large', reason: `the body exceeds ${request.maxBytes} bytes`, status }
  } catch (error) {
    const failure = failureOf(error, to.deadline, connecting.signal, request)
    return status === undefined ? failure : { ...failure, status }
  } finally {
    outgoing.destroy()
  }
}

function open(to: Target, request: Settled, connecting: AbortController): http.ClientRequest {
  const secure = to.target.protocol === 'https:'
  const outgoing = (secure ? https : http).request(to.target, {
    method: request.method,
    headers: { 'user-agent': 'Guildhall', ...request.headers },
    agent: false,
    lookup: pinnedTo(to.addresses),
    servername: isIP(bareHost(to.target)) === 0 ? to.target.hostname : '',
    signal: AbortSignal.any([to.deadline, connecting.signal]),
  })
  // Errors after the response headers surface on the response stream.
  outgoing.on('error', () => {})
  const timer = setTimeout(() => connecting.abort(), request.connectTimeoutMs)
  outgoing.on('close', () => clearTimeout(timer))
  outgoing.on('socket', (socket) =>
    socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(timer)),
  )
  return outgoing
}

async function readUpTo(response: http.IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) return null
  }
  return Buffer.concat(chunks)
}

function failureOf(
  error: unknown,
  deadline: AbortSignal,
  connecting: AbortSignal,
  request: Settled,
): ExternalFailure {
  if (deadline.aborted) return timedOutAfter(request.timeoutMs)
  if (!connecting.aborted) return { failed: 'unreachable', ...faultOf(error) }
  return { failed: 'timeout', reason: `no connection within ${request.connectTimeoutMs} ms` }
}

export const timedOutAfter = (timeoutMs: number): ExternalFailure => ({
  failed: 'timeout',
  reason: `no complete answer within ${timeoutMs} ms`,
})
