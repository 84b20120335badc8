import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { inSpan } from '../span.ts'
import { cachedAddresses } from './cached-addresses.ts'
import { bareHost, type Lookup, lookUpWithoutThreads, pinnedTo } from './checked-addresses.ts'
import { exchange, type ResponseHead } from './exchange.ts'
import { type ExternalFailure, timedOutAfter } from './fetch-external.ts'
import { type Guard, refusedTarget } from './guard.ts'

export interface PosterOptions {
  readonly guard: Guard
  readonly clock: Pick<Clock, 'monotonicMilliseconds'>
  /** For the whole request, from DNS to the last byte. */
  readonly timeoutMs?: number
  readonly lookup?: Lookup
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * For many requests to few hosts: connections are kept open and reused. Redirects are not followed.
 */
export interface Poster {
  post(url: string, message: Post): Promise<ResponseHead | ExternalFailure>
  /** Aborts the requests under way. */
  close(): void
}

const headBytesMax = 2_048
const timeoutMsDefault = 10_000
const agentOptions = {
  keepAlive: true,
  maxFreeSockets: 8,
  timeout: 15_000,
} as const satisfies http.AgentOptions

export function openPoster({
  guard,
  clock,
  timeoutMs = timeoutMsDefault,
  lookup = lookUpWithoutThreads,
}: PosterOptions): Poster {
  const addressesOf = cachedAddresses({ guard, clock, lookup })
  const agents = { plain: new http.Agent(agentOptions), secure: new https.Agent(agentOptions) }
  const cutOff = {
    failed: 'unreachable',
    reason: 'the connection was closed',
    code: 'ECONNRESET',
  } as const
  let isClosed = false

  async function post(target: URL, message: Post, late: AbortSignal) {
    const lateFailure = timedOutAfter(timeoutMs)
    const addresses = await Promise.race([
      addressesOf(target),
      once(late, 'abort').then(() => lateFailure),
    ])
    if ('failed' in addresses) return addresses
    const agent = target.protocol === 'https:' ? agents.secure : agents.plain
    const exchangeOptions = { body: message.body, headBytesMax, late, lateFailure }
    const answer = await exchange(open({ target, addresses, agent }, message), exchangeOptions)
    if (answer !== null) return answer
    // By either side.
    if (isClosed) return cutOff
    const again = await exchange(
      open({ target, addresses, agent: false }, message),
      exchangeOptions,
    )
    return again ?? cutOff
  }

  return {
    async post(url, message) {
      if (!URL.canParse(url)) return { failed: 'refused_target', reason: 'this is not a URL' }
      const target = new URL(url)
      const refused = refusedTarget(target, guard)
      if (refused !== null) return { failed: 'refused_target', reason: refused }
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), timeoutMs)
      const attributes = { 'http.request.method': 'POST' }
      return inSpan(`POST ${target.host}`, attributes, () =>
        post(target, message, late.signal),
      ).finally(() => clearTimeout(timer))
    },
    close() {
      isClosed = true
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}

interface Connection {
  readonly target: URL
  readonly addresses: readonly LookupAddress[]
  /** The pool of open connections; false for a separate new connection. */
  readonly agent: http.Agent | false
}

function open(
  { target, addresses, agent }: Connection,
  { headers, body }: Post,
): http.ClientRequest {
  const secure = target.protocol === 'https:'
  const isNamed = isIP(bareHost(target)) === 0
  return (secure ? https : http).request(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent,
    lookup: pinnedTo(addresses),
    ...(secure && { servername: isNamed ? target.hostname : '' }),
  })
}
