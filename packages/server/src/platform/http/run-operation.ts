import type { IncomingHttpHeaders } from 'node:http'
import { honorsIdempotencyKey, type Operation } from '@guildhall/contract/operation'
import { wireCodec } from '@guildhall/contract/wire'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { bodyLimitBytesDefault, readBody } from './body.ts'
import { anyone, nobody, type Resolved, type Resolver, type Resolvers } from './callers.ts'
import type { ChangeLog } from './change-log.ts'
import { type DirectAnswer, isDirectAnswer } from './direct-answer.ts'
import type { Exchange } from './exchange.ts'
import type { Answer, Completion, GuardedRequest, Guards } from './guards.ts'
import { inputReader, pathValueReader } from './input.ts'
import { type AnswerMaker, OperationCall } from './operation-call.ts'
import type { TrustedOrigins } from './origins.ts'
import { checkSameSite } from './same-site.ts'
import type { OperationRoute } from './serve.ts'

export interface EndpointDeps {
  readonly guards: Guards
  readonly origins: TrustedOrigins
  readonly resolvers: Resolvers
  /** By default no changes are logged. */
  readonly changeLog?: ChangeLog | undefined
  /** Callers exempt from rate limits. */
  readonly isUnlimited?: ((headers: IncomingHttpHeaders) => boolean) | undefined
}

export type Outgoing = Answer | DirectAnswer

export type Runner = (exchange: Exchange, values: readonly string[]) => Promise<Outgoing>

/** Precomputes everything that doesn't depend on the request. */
export function operationRunner(route: OperationRoute, deps: EndpointDeps): Runner {
  const { operation } = route
  const resolve = resolverFor(operation, deps.resolvers)
  const readPathValues = pathValueReader(operation.path)
  const readInput = inputReader(operation)
  const answer = answerMaker(operation)
  const count = limiter(operation, deps.guards)
  const limitBytes = operation.bodyLimitBytes ?? bodyLimitBytesDefault
  const logChanges = deps.changeLog?.(operation) ?? null
  const isOnce = honorsIdempotencyKey(operation)
  const isRead = operation.method !== 'GET' && operation.streamsBody !== true
  return async (exchange, values) => {
    checkSameSite(exchange, operation, deps.origins)
    const pathValues = readPathValues(values)
    const isLimited = count !== null && deps.isUnlimited?.(exchange.headers) !== true
    if (isLimited) await count('address', guarded(exchange, nobody, noBody))
    const resolved = await resolve({ exchange, operation, pathValues })
    if (isLimited) await count('caller', guarded(exchange, resolved, noBody))
    const body = isRead ? await readBody(exchange.incoming, limitBytes) : noBody
    const { queryText } = exchange
    const contentType = exchange.headers['content-type']
    const input = readInput({ pathValues, queryText, body, contentType })
    const run = async (completion: Completion | null): Promise<Outgoing> => {
      const call = new OperationCall(exchange, { input, resolved, completion, answer, logChanges })
      const output = await route.handle(call)
      if (!isDirectAnswer(output)) return call.saved ?? answer(exchange, output)
      return { ...output, headers: { ...exchange.replyHeaders, ...output.headers } }
    }
    const idempotencyKey = isOnce ? keyOf(exchange) : null
    if (idempotencyKey === null) return run(null)
    const request = { ...guarded(exchange, resolved, body), idempotencyKey }
    return deps.guards.once(operation, request, async (completion) =>
      replayable(await run(completion)),
    )
  }
}

const noBody = Buffer.alloc(0)

function resolverFor(operation: Operation, resolvers: Resolvers): Resolver {
  const resolver = operation.for === 'anyone' ? anyone : resolvers[operation.for]
  assert(
    resolver !== undefined,
    `no authentication for '${operation.for}', required by ${operation.name}`,
  )
  return resolver
}

function answerMaker({ returns, status, laterStatus, wire }: Operation): AnswerMaker {
  if (returns === null) {
    return ({ replyHeaders }) => ({ status, headers: replyHeaders, body: null })
  }
  const codec = wireCodec(returns, wire)
  return ({ headers, replyHeaders }, output) => ({
    status: laterStatus !== undefined && isLaterClient(headers) ? laterStatus : status,
    headers: { 'content-type': 'application/json', ...replyHeaders },
    body: JSON.stringify(codec.encode(output)),
  })
}

const officialClient = /^speakeasy-sdk\/typescript 0\.(\d+)\./
const laterSince = 43

const isLaterClient = ({ 'user-agent': agent }: IncomingHttpHeaders): boolean =>
  Number(officialClient.exec(agent ?? '')?.[1]) >= laterSince

function limiter(operation: Operation, guards: Guards) {
  const rules = operation.rateLimit ?? []
  if (rules.length === 0) return null
  return async (by: 'address' | 'caller', request: GuardedRequest): Promise<void> => {
    for (const rule of rules) {
      if (rule.by !== by) continue
      const verdict = await guards.limit(operation, rule, request)
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

/** Replays are stored as bytes; a stream is gone once sent. */
function replayable(answer: Outgoing): Answer {
  const { status, headers, body } = answer
  assert(
    body === null || typeof body === 'string' || body instanceof Uint8Array,
    'an idempotent operation cannot respond with a stream',
  )
  return { status, headers, body }
}
