import type { Method, Schema } from '@guildhall/contract/endpoint'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { fetchOutside, type OutsideAnswer } from '../../platform/http-client/fetch-outside.ts'
import { operatorGuard } from '../../platform/http-client/guard.ts'
import type { Server } from './usage.ts'

/** What came of a call: an answer, a no, or nobody who could say anything just now. */
export type Heard<T> =
  | { readonly answer: T }
  | { readonly refused: string }
  | { readonly away: string }

interface Asked {
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly body?: object
}

interface Answering<S extends Schema> {
  readonly method: Method
  readonly path: string
  readonly returns: S
}

const answerBytesMax = 64 * 1024 * 1024
const timeoutMs = 30_000

/** Calls an endpoint of a running server with an access token. */
export async function askServer<S extends Schema>(
  { url, token }: Server,
  { method, path, returns }: Answering<S>,
  { query = [], body }: Asked,
): Promise<Heard<z.output<S>>> {
  const target = new URL(`${url}${path}`)
  for (const [name, value] of query) target.searchParams.append(name, value)
  const heard = await fetchOutside(target.href, {
    method,
    guard: operatorGuard,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    maxBytes: answerBytesMax,
    timeoutMs,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if ('failed' in heard) return { away: heard.reason }
  if (heard.status >= 500 || heard.status === 429) return { away: `it answers ${heard.status}` }
  if (heard.status >= 400) return { refused: reasonIn(heard) }
  const read = z.safeParse(returns, wireCodec(returns, 'billing').decode(jsonIn(heard)))
  return read.success
    ? { answer: read.data }
    : { refused: `what answers at ${url} is no Guildhall of this version` }
}

function jsonIn({ body }: OutsideAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const refusal = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).check(z.minLength(1))]),
})

/** In the server’s own words. */
function reasonIn(answer: OutsideAnswer): string {
  const read = z.safeParse(refusal, jsonIn(answer))
  if (!read.success) return `the server answers ${answer.status}`
  const { detail } = read.data
  return typeof detail === 'string' ? detail : (detail[0]?.msg ?? '')
}
