import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Wire } from '@guildhall/contract/operation'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { RequestAborted } from './body.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { databaseRefusal } from './database-refusal.ts'
import { Exchange, type ExchangeDeps } from './exchange.ts'
import type { AnswerHeaders } from './guards.ts'
import type { PageRoute } from './page.ts'
import type { PositionStamp } from './positions.ts'
import { bugAnswer, refusalAnswer } from './refusal-answer.ts'
import { createRouteTable, parameterNames, type Routed, type RouteTable } from './route-table.ts'
import { type EndpointDeps, type Outgoing, operationRunner, type Runner } from './run-operation.ts'
import type { SecurityHeaders } from './security-headers.ts'
import type { OperationRoute } from './serve.ts'
import { writeResponse } from './write-response.ts'

export interface TransportDeps extends EndpointDeps, ExchangeDeps {
  readonly operations: readonly OperationRoute[]
  readonly pages: readonly PageRoute[]
  /** Operations that callers may expect, and where they read which ones there are. */
  readonly notServed?: { readonly operations: readonly Routed[]; readonly reference: string }
  /** Handles paths that match no route and no API prefix. */
  readonly notFoundPage: PageRoute['answer']
  readonly security: SecurityHeaders
  /** Says in responses to writes where the database is; by default nobody asks. */
  readonly stampPosition?: PositionStamp | undefined
  /** Called after every response, for metrics. */
  readonly observe: (served: Served) => void
}

export interface Served {
  readonly method: string
  /** The declared path; null when no route matched. */
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}

/** Node's request listener: never throws, never rejects. */
export type Transport = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const prefixes: Readonly<Record<Wire, string>> = { account: '/api/auth', billing: '/v1' }

export function createTransport(deps: TransportDeps): Transport {
  const table = createRouteTable([
    ...deps.operations.map((route) => operationEntry(route, deps)),
    ...deps.pages.map(pageEntry),
  ])
  const prepared = {
    table,
    refuseNotServed: notServedRefuser(deps),
    notFoundPage: deps.notFoundPage,
    border: responseHeaders(deps),
    stampPosition: deps.stampPosition,
  }
  return (incoming, outgoing) => {
    const exchange = new Exchange(incoming, outgoing, deps)
    answerExchange(exchange, prepared).then(
      (sent) => report(exchange, sent, deps),
      (error: unknown) => {
        exchange.log.error({ err: error }, 'a response could not be written')
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
  readonly isWrite: boolean
  readonly run: Runner
}

function operationEntry(route: OperationRoute, deps: TransportDeps): Entry {
  const {
    method,
    path,
    wire,
    params,
    name,
    crossSite,
    failsAs = 'internal_error',
  } = route.operation
  assert(wireOf(path) === wire, `${name} is on the ${wire} wire but outside ${prefixes[wire]}`)
  assert(
    parameterNames(path).length === 0 || params !== undefined,
    `${name} has path parameters and no schema for them`,
  )
  // A GET that pages of other sites may not make a browser call has effects.
  const isWrite = method !== 'GET' || crossSite === false
  return { method, path, wire, failsAs, isWrite, run: operationRunner(route, deps) }
}

const pageEntry = ({ method, path, answer }: PageRoute): Entry => ({
  method,
  path,
  wire: null,
  failsAs: 'internal_error',
  isWrite: method !== 'GET',
  run: async (exchange, values) => answer(exchange, values),
})

function wireOf(path: string): Wire | null {
  if (path.startsWith('/v1') && isPrefix(prefixes.billing, path)) return 'billing'
  if (path.startsWith('/api') && isPrefix(prefixes.account, path)) return 'account'
  return null
}

const isPrefix = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

interface Prepared extends Pick<TransportDeps, 'notFoundPage' | 'stampPosition'> {
  readonly table: RouteTable<Entry>
  readonly refuseNotServed: (exchange: Exchange) => void
  readonly border: ResponseHeaders
}

type ResponseHeaders = (wire: Wire | null, headers: IncomingHttpHeaders) => AnswerHeaders

/**
 * The headers of every response, precomputed when constant. A cacheable page sets its own
 * cache-control; a refusal is never cacheable.
 */
function responseHeaders({ security, origins }: TransportDeps): ResponseHeaders {
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

/** Returns the response that was sent, or null when the client was gone. */
async function answerExchange(exchange: Exchange, prepared: Prepared): Promise<Outgoing | null> {
  const wire = wireOf(exchange.path)
  let answer: Outgoing
  try {
    answer = await outgoingFor(exchange, wire, prepared)
  } catch (error) {
    if (error instanceof RequestAborted) return null
    answer = failureAnswer(exchange, wire ?? 'account', error)
  }
  if (exchange.isWrite && prepared.stampPosition !== undefined) {
    answer = await prepared.stampPosition(exchange, answer)
  }
  const border = prepared.border(wire, exchange.headers)
  return (await writeResponse(exchange, answer, border)) ? answer : null
}

function outgoingFor(
  exchange: Exchange,
  wire: Wire | null,
  { table, refuseNotServed, notFoundPage }: Prepared,
): Promise<Outgoing> | Outgoing {
  const { method, path } = exchange
  if (method === 'OPTIONS') return preflightAnswer(wire)
  const match = table.match(method === 'HEAD' ? 'GET' : method, path)
  if (match === null || 'methods' in match) refuseNotServed(exchange)
  if (match === null) {
    if (wire !== null || path.startsWith('/api/')) throw new Problem('not_found')
    return notFoundPage(exchange, [])
  }
  if ('methods' in match) throw new Problem('method_not_allowed', { allow: allowed(match.methods) })
  exchange.route = match.route.path
  exchange.failsAs = match.route.failsAs
  exchange.isWrite = match.route.isWrite
  return match.route.run(exchange, match.values)
}

function notServedRefuser({ notServed }: TransportDeps): Prepared['refuseNotServed'] {
  if (notServed === undefined) return () => undefined
  const { operations, reference } = notServed
  const table = createRouteTable(operations)
  return ({ method, path }) => {
    const match = table.match(method, path)
    if (match !== null && 'route' in match) throw new Problem('not_implemented', { reference })
  }
}

const allowed = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

const preflightAnswer = (wire: Wire | null): Outgoing => ({
  status: 204,
  headers: wire === null ? { allow: 'GET, HEAD, OPTIONS' } : preflightHeaders(wire),
  body: null,
})

/** The last resort: the caller gets an id, and the log gets the cause. */
function failureAnswer(exchange: Exchange, wire: Wire, error: unknown): Outgoing {
  const { method, route } = exchange
  const problem = error instanceof Problem ? error : databaseRefusal(error)
  const refused = problem === null ? null : refusalAnswer(wire, problem)
  if (refused === null) {
    exchange.log.error({ err: error, method, route }, 'request failed')
    return bugAnswer(wire, exchange.requestId, exchange.failsAs)
  }
  if (problem !== error) {
    exchange.log.warn(
      { reason: reasonOf(error), method, route },
      'the database was unavailable or in conflict',
    )
  }
  return refused
}

/** In one line: the stack of a transient database failure says nothing useful. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error
  return 'code' in error ? `${String(error.code)} ${message}`.trimEnd() : message
}

const disconnectedStatus = 499

function report(exchange: Exchange, sent: Outgoing | null, deps: TransportDeps): void {
  const milliseconds = deps.clock.monotonicMilliseconds() - exchange.startedAtMilliseconds
  const { method, route, requestId, address } = exchange
  const answered = sent?.status ?? disconnectedStatus
  deps.observe({ method, route, status: answered, seconds: milliseconds / 1000 })
  const measured = { status: answered, milliseconds: Math.round(milliseconds) }
  const refused = sent?.refused
  deps.log.info({ requestId, method, route, ...measured, refused, address }, 'request')
}
