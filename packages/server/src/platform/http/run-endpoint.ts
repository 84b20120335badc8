import type { IncomingHttpHeaders } from 'node:http'
import { type Endpoint, honoursIdempotencyKey } from '@guildhall/contract/endpoint'
import { wireCodec } from '@guildhall/contract/wire'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { bodyLimitBytesDefault, readBody } from './body.ts'
import { anyone, nobody, type Resolved, type Resolver, type Resolvers } from './callers.ts'
import { type DirectAnswer, isDirectAnswer } from './direct-answer.ts'
import { type AnswerMaker, EndpointCall } from './endpoint-call.ts'
import type { Exchange } from './exchange.ts'
import type { Answer, Completion, GuardedRequest, Guards } from './guards.ts'
import { inputReader, pathValueReader } from './input.ts'
import type { TrustedOrigins } from './origins.ts'
import { checkSameSite } from './same-site.ts'
import type { EndpointRoute } from './serve.ts'

export interface EndpointParts {
  readonly guards: Guards
  readonly origins: TrustedOrigins
  readonly resolvers: Resolvers
  /** Callers to whom no rate limit applies. */
  readonly isUnlimited?: ((headers: IncomingHttpHeaders) => boolean) | undefined
}

export type Outgoing = Answer | DirectAnswer

export type Runner = (exchange: Exchange, values: readonly string[]) => Promise<Outgoing>

/** Compiles what never changes about an endpoint; per request only the steps are left. */
export function endpointRunner(route: EndpointRoute, parts: EndpointParts): Runner {
  const { endpoint } = route
  const resolve = resolverFor(endpoint, parts.resolvers)
  const readPathValues = pathValueReader(endpoint.path)
  const readInput = inputReader(endpoint)
  const answer = answerMaker(endpoint)
  const count = limiter(endpoint, parts.guards)
  const limitBytes = endpoint.bodyLimitBytes ?? bodyLimitBytesDefault
  const isOnce = honoursIdempotencyKey(endpoint)
  const isRead = endpoint.method !== 'GET' && endpoint.streamsBody !== true
  return async (exchange, values) => {
    if (endpoint.crossSite !== true) checkSameSite(exchange, endpoint.wire, parts.origins)
    const pathValues = readPathValues(values)
    const isLimited = count !== null && parts.isUnlimited?.(exchange.headers) !== true
    if (isLimited) await count('address', guarded(exchange, nobody, noBody))
    const resolved = await resolve({ exchange, endpoint, pathValues })
    if (isLimited) await count('caller', guarded(exchange, resolved, noBody))
    const body = isRead ? await readBody(exchange.incoming, limitBytes) : noBody
    const { queryText } = exchange
    const contentType = exchange.headers['content-type']
    const input = readInput({ pathValues, queryText, body, contentType })
    const run = async (completion: Completion | null): Promise<Outgoing> => {
      const call = new EndpointCall(exchange, { input, resolved, completion, answer })
      const output = await route.handle(call)
      if (!isDirectAnswer(output)) return call.saved ?? answer(exchange, output)
      return { ...output, headers: { ...exchange.replyHeaders, ...output.headers } }
    }
    const idempotencyKey = isOnce ? keyOf(exchange) : null
    if (idempotencyKey === null) return run(null)
    const request = { ...guarded(exchange, resolved, body), idempotencyKey }
    return parts.guards.once(endpoint, request, async (completion) =>
      replayable(await run(completion)),
    )
  }
}

const noBody = Buffer.alloc(0)

function resolverFor(endpoint: Endpoint, resolvers: Resolvers): Resolver {
  const resolver = endpoint.for === 'anyone' ? anyone : resolvers[endpoint.for]
  assert(
    resolver !== undefined,
    `nobody recognizes '${endpoint.for}', which ${endpoint.name} is for`,
  )
  return resolver
}

function answerMaker({ returns, status, wire }: Endpoint): AnswerMaker {
  if (returns === null) {
    return ({ replyHeaders }) => ({ status, headers: replyHeaders, body: null })
  }
  const codec = wireCodec(returns, wire)
  return ({ replyHeaders }, output) => ({
    status,
    headers: { 'content-type': 'application/json', ...replyHeaders },
    body: JSON.stringify(codec.encode(output)),
  })
}

function limiter(endpoint: Endpoint, guards: Guards) {
  const rules = endpoint.rateLimit ?? []
  if (rules.length === 0) return null
  return async (by: 'address' | 'caller', request: GuardedRequest): Promise<void> => {
    for (const rule of rules) {
      if (rule.by !== by) continue
      const verdict = await guards.limit(endpoint, rule, request)
      if (!verdict.allowed) {
        throw new Problem('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
      }
    }
  }
}

function keyOf({ headers }: Exchange): string | null {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key.join(', ') : (key ?? null)
}

function guarded(exchange: Exchange, resolved: Resolved, body: Uint8Array): GuardedRequest {
  return {
    requestId: exchange.requestId,
    path: exchange.path,
    target: exchange.target,
    address: exchange.address,
    subject: resolved.subject,
    organizationId: resolved.organizationId,
    idempotencyKey: keyOf(exchange),
    body,
  }
}

/** What is kept for a repetition is bytes; a stream has gone by. */
function replayable(answer: Outgoing): Answer {
  const { status, headers, body } = answer
  assert(
    body === null || typeof body === 'string' || body instanceof Uint8Array,
    'a stream cannot be the answer of an idempotent operation',
  )
  return { status, headers, body }
}
