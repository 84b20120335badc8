import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalCode } from '@guildhall/contract/refusals'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { ClientAddress } from './client-address.ts'

export interface ExchangeDeps {
  readonly log: Logger
  readonly clock: Clock
  readonly clientAddress: ClientAddress
}

const requestIdShape = /^[\w.-]{8,128}$/

/** One request and response, on top of Node's own pair; expensive parts are computed lazily. */
export class Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  readonly path: string
  readonly queryText: string
  readonly requestId: string
  readonly startedAtMilliseconds: number
  /** The declared path, for logs and metrics: an actual path may contain a secret. */
  route: string | null = null
  /** The name of an unexpected failure on this wire. */
  failsAs: RefusalCode = 'internal_error'
  /** Whether it may have changed something. */
  isWrite = false
  readonly replyHeaders: Record<string, string | string[]> = {}
  readonly #deps: ExchangeDeps
  #address: string | null = null
  #log: Logger | null = null
  #cookies: ReadonlyMap<string, string> | null = null

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, deps: ExchangeDeps) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.#deps = deps
    this.method = incoming.method ?? 'GET'
    const target = pathAndQuery(incoming.url ?? '/')
    const mark = target.indexOf('?')
    this.path = mark < 0 ? target : target.slice(0, mark)
    this.queryText = mark < 0 ? '' : target.slice(mark + 1)
    const given = incoming.headers['x-request-id']
    const isValid = typeof given === 'string' && requestIdShape.test(given)
    this.requestId = isValid ? given : newId('request', deps.clock)
    this.startedAtMilliseconds = deps.clock.monotonicMilliseconds()
  }

  get headers(): IncomingHttpHeaders {
    return this.incoming.headers
  }

  get target(): string {
    return this.queryText === '' ? this.path : `${this.path}?${this.queryText}`
  }

  /** The client's canonical address. */
  get address(): string {
    const forwarded = this.headers['x-forwarded-for']
    this.#address ??= this.#deps.clientAddress(
      this.incoming.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    )
    return this.#address
  }

  get log(): Logger {
    this.#log ??= this.#deps.log.child({ requestId: this.requestId })
    return this.#log
  }

  /** The raw value of a cookie, still encoded; null where there is none. */
  cookie(name: string): string | null {
    this.#cookies ??= parseCookies(this.headers.cookie)
    return this.#cookies.get(name) ?? null
  }

  setHeader(name: string, value: string): void {
    this.replyHeaders[name] = value
  }

  /** Adds a whole `Set-Cookie` line; only the last one for each cookie is sent. */
  addCookie(line: string): void {
    const cookie = cookieOf(line)
    const others = [this.replyHeaders['set-cookie'] ?? []].flat()
    this.replyHeaders['set-cookie'] = [...others.filter((one) => cookieOf(one) !== cookie), line]
  }
}

/** Its name and domain: those of one name and different domains are different cookies. */
const cookieOf = (line: string): string =>
  line.slice(0, line.indexOf('=')) + (/; Domain=[^;]*/.exec(line)?.[0] ?? '')

/** A proxy may send the absolute form; everyone else sends only the path. */
function pathAndQuery(target: string): string {
  if (target.startsWith('/')) return target
  const path = /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1]
  return path === undefined ? target : path.startsWith('/') ? path : `/${path}`
}

/** The first of several cookies with one name wins: it has the more specific path. */
function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}
