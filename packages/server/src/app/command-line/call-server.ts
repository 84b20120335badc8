import type { Method, Schema } from '@guildhall/contract/operation'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { type ExternalResponse, fetchExternal } from '../../platform/http-client/fetch-external.ts'
import { operatorGuard } from '../../platform/http-client/guard.ts'
import type { Server } from './usage.ts'

/** The outcome of a call: an answer, a refusal, or no answer at all. */
export type CallResult<T> =
  | { readonly answer: T }
  | { readonly refused: string }
  | { readonly unreachable: string }

/** Why a call has no answer, for the person at the terminal. */
export const failureOf = (
  { url }: Pick<Server, 'url'>,
  result: Exclude<CallResult<unknown>, { answer: unknown }>,
): string =>
  'refused' in result ? result.refused : `${url} does not answer: ${result.unreachable}`

interface CallInput {
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly body?: object
  readonly timeoutMs?: number
}

interface CalledOperation<S extends Schema> {
  readonly method: Method
  readonly path: string
  readonly returns: S
}

const answerBytesMax = 64 * 1024 * 1024
const defaultTimeoutMs = 30_000

/** Null for operations that are open to anyone. */
type CalledServer = Pick<Server, 'url'> & { readonly token: string | null }

/** Calls an endpoint of a running server. */
export async function callServer<S extends Schema>(
  { url, token }: CalledServer,
  { method, path, returns }: CalledOperation<S>,
  { query = [], body, timeoutMs = defaultTimeoutMs }: CallInput,
): Promise<CallResult<z.output<S>>> {
  const target = new URL(`${url}${path}`)
  for (const [name, value] of query) target.searchParams.append(name, value)
  const response = await fetchExternal(target.href, {
    method,
    guard: operatorGuard,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    maxBytes: answerBytesMax,
    timeoutMs,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if ('failed' in response) return { unreachable: response.reason }
  if (response.status >= 500 || response.status === 429) {
    return { unreachable: `it answered ${response.status}` }
  }
  if (response.status >= 400) return { refused: reasonIn(response) }
  const read = z.safeParse(returns, wireCodec(returns, 'billing').decode(jsonIn(response)))
  return read.success
    ? { answer: read.data }
    : { refused: `the server at ${url} is not a Guildhall of this version` }
}

function jsonIn({ body }: ExternalResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const refusal = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).check(z.minLength(1))]),
})

/** The server's own message. */
function reasonIn(answer: ExternalResponse): string {
  const read = z.safeParse(refusal, jsonIn(answer))
  if (!read.success) return `the server answered ${answer.status}`
  const { detail } = read.data
  return typeof detail === 'string' ? detail : (detail[0]?.msg ?? '')
}
