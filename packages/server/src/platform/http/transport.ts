import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Wire } from '@guildhall/contract/endpoint'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { RequestAborted } from './body.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { databaseRefusal } from './database-refusal.ts'
import { Exchange, type ExchangeParts } from './exchange.ts'
import type { AnswerHeaders } from './guards.ts'
import type { PageRoute } from './page.ts'
import { bugAnswer, refusalAnswer } from './refusal-answer.ts'
import { createRouteTable, parameterNames, type RouteTable } from './route-table.ts'
import { type EndpointParts, endpointRunner, type Outgoing, type Runner } from './run-endpoint.ts'
import type { SecurityHeaders } from './security-headers.ts'
import type { EndpointRoute } from './serve.ts'
import { writeAnswer } from './write-answer.ts'

export interface TransportParts extends EndpointParts, ExchangeParts {
  readonly endpoints: readonly EndpointRoute[]
  readonly pages: readonly PageRoute[]
  /** Answers what no route and no API prefix covers. */
  readonly notFoundPage: PageRoute['answer']
  readonly security: SecurityHeaders
  /** Told of every answer, for figures. */
  readonly observe: (served: Served) => void
}

export interface Served {
  readonly method: string
  /** The declared path; null where nothing was there. */
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}

/** Node's own listener: never throws, never rejects. */
export type Transport = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const prefixes: Readonly<Record<Wire, string>> = { account: '/api/auth', billing: '/v1' }

export function createTransport(parts: TransportParts): Transport {
  const table = createRouteTable([
    ...parts.endpoints.map((route) => endpointEntry(route, parts)),
    ...parts.pages.map(pageEntry),
  ])
  const prepared = { table, notFoundPage: parts.notFoundPage, border: createBorder(parts) }
  return (incoming, outgoing) => {
    const exchange = new Exchange(incoming, outgoing, parts)
    answerExchange(exchange, prepared).then(
      (sent) => report(exchange, sent, parts),
      (error: unknown) => {
        exchange.log.error({ err: error }, 'an answer could not be written')
        outgoing.destroy()
      },
    )
  }
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly wire: Wire | null
  readonly failsAs: RefusalCode
  readonly run: Runner
}

function endpointEntry(route: EndpointRoute, parts: TransportParts): Entry {
  const { method, path, wire, params, name, failsAs = 'internal_error' } = route.endpoint
  assert(wireOf(path) === wire, `${name} speaks the ${wire} wire outside ${prefixes[wire]}`)
  assert(
    parameterNames(path).length === 0 || params !== undefined,
    `${name} has path parameters and no schema for them`,
  )
  return { method, path, wire, failsAs, run: endpointRunner(route, parts) }
}

const pageEntry = ({ method, path, answer }: PageRoute): Entry => ({
  method,
  path,
  wire: null,
  failsAs: 'internal_error',
  run: async (exchange, values) => answer(exchange, values),
})

function wireOf(path: string): Wire | null {
  if (path.startsWith('/v1') && isPrefix(prefixes.billing, path)) return 'billing'
  if (path.startsWith('/api') && isPrefix(prefixes.account, path)) return 'account'
  return null
}

const isPrefix = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

interface Prepared extends Pick<TransportParts, 'notFoundPage'> {
  readonly table: RouteTable<Entry>
  readonly border: Border
}

type Border = (wire: Wire | null, headers: IncomingHttpHeaders) => AnswerHeaders

/**
 * What every answer carries, put together beforehand where it never differs. A page that may be
 * kept says so itself; what refuses one may not.
 */
function createBorder({ security, origins }: TransportParts): Border {
  const page = { ...security.page({}), 'cache-control': 'no-store' }
  const same = {
    account: { ...security.api, ...corsHeaders('account', undefined, origins) },
    billing: { ...security.api, ...corsHeaders('billing', undefined, origins) },
  }
  return (wire, { origin }) => {
    if (wire === null) return page
    if (origin === undefined) return same[wire]
    return { ...security.api, ...corsHeaders(wire, origin, origins) }
  }
}

/** Answers what was sent, or null where the client was gone before. */
async function answerExchange(exchange: Exchange, prepared: Prepared): Promise<Outgoing | null> {
  const wire = wireOf(exchange.path)
  let answer: Outgoing
  try {
    answer = await outgoingFor(exchange, wire, prepared)
  } catch (error) {
    if (error instanceof RequestAborted) return null
    answer = failureAnswer(exchange, wire ?? 'account', error)
  }
  const border = prepared.border(wire, exchange.headers)
  return (await writeAnswer(exchange, answer, border)) ? answer : null
}

function outgoingFor(
  exchange: Exchange,
  wire: Wire | null,
  { table, notFoundPage }: Prepared,
): Promise<Outgoing> | Outgoing {
  const { method, path } = exchange
  if (method === 'OPTIONS') return preflightAnswer(wire)
  const match = table.match(method === 'HEAD' ? 'GET' : method, path)
  if (match === null) {
    if (wire !== null || path.startsWith('/api/')) throw new Problem('not_found')
    return notFoundPage(exchange, [])
  }
  if ('methods' in match) throw new Problem('method_not_allowed', { allow: allowed(match.methods) })
  exchange.route = match.route.path
  exchange.failsAs = match.route.failsAs
  return match.route.run(exchange, match.values)
}

const allowed = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

const preflightAnswer = (wire: Wire | null): Outgoing => ({
  status: 204,
  headers: wire === null ? { allow: 'GET, HEAD, OPTIONS' } : preflightHeaders(wire),
  body: null,
})

/** The last resort: whatever went wrong, the caller learns an id and the log the rest. */
function failureAnswer(exchange: Exchange, wire: Wire, error: unknown): Outgoing {
  const { method, route } = exchange
  const problem = error instanceof Problem ? error : databaseRefusal(error)
  const refused = problem === null ? null : refusalAnswer(wire, problem)
  if (refused === null) {
    exchange.log.error({ err: error, method, route }, 'request failed')
    return bugAnswer(wire, exchange.requestId, exchange.failsAs)
  }
  if (problem !== error) {
    exchange.log.warn({ reason: reasonOf(error), method, route }, 'the database was in the way')
  }
  return refused
}

/** In one line: the database's troubles say nothing about the place that met them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error
  return 'code' in error ? `${String(error.code)} ${message}`.trimEnd() : message
}

const clientGoneStatus = 499

function report(exchange: Exchange, sent: Outgoing | null, parts: TransportParts): void {
  const milliseconds = parts.clock.monotonicMilliseconds() - exchange.startedAtMilliseconds
  const { method, route, requestId, address } = exchange
  const answered = sent?.status ?? clientGoneStatus
  parts.observe({ method, route, status: answered, seconds: milliseconds / 1000 })
  const measured = { status: answered, milliseconds: Math.round(milliseconds) }
  const refused = sent?.refused
  parts.log.info({ requestId, method, route, ...measured, refused, address }, 'request')
}
