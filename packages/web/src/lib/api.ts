import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  Schema,
} from '@guildhall/contract/endpoint'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { accountBaseUrl, type BaseUrlSources } from './base-url.ts'
import { type QueryValue, request } from './request.ts'

/** What a caller gives: only what the endpoint declares, and all of what it requires. */
type Given<E extends Endpoint> = ([ParamsInput<E>] extends [undefined]
  ? unknown
  : { params: ParamsInput<E> }) &
  ([BodyInput<E>] extends [undefined] ? unknown : { body: BodyInput<E> }) & {
    query?: QueryInput<E>
    signal?: AbortSignal
  }

interface AnyGiven {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
}

type Headers = Readonly<Record<string, string>>

/** Calls endpoints of one server by their declarations; by default of the page's own. */
export function createApi(sources: BaseUrlSources = {}, headers: Headers = {}) {
  function call<E extends Endpoint & { readonly returns: Schema }>(
    endpoint: E,
    given: Given<E>,
  ): Promise<z.output<E['returns']>>
  function call<E extends Endpoint & { readonly returns: null }>(
    endpoint: E,
    given: Given<E>,
  ): Promise<null>
  async function call(endpoint: Endpoint, given: AnyGiven): Promise<unknown> {
    const asked = requestFor(endpoint, given, accountBaseUrl(sources))
    const answer = await request({ ...asked, headers })
    if (endpoint.returns === null) return null
    const renamed = wireCodec(endpoint.returns, endpoint.wire).decode(answer)
    return z.parse(endpoint.returns, renamed)
  }
  return { call }
}

export type Api = ReturnType<typeof createApi>

const own = { configured: import.meta.env.VITE_ACCOUNT_API_URL }

/** The application's own. */
export const api = createApi(own)

/** The same for whoever has a token in the place of a session. */
export const apiWith = (token: string): Api => createApi(own, { authorization: `Bearer ${token}` })

function requestFor(endpoint: Endpoint, given: AnyGiven, base: string) {
  const { query, body, params } = endpoint
  const onWire = (schema: Schema | undefined, value: unknown) =>
    schema === undefined ? undefined : wireCodec(schema, endpoint.wire).encode(value)
  return {
    method: endpoint.method,
    path: addressOf(
      pathFor(endpoint.path, params === undefined ? {} : fieldsOf(given.params)),
      base,
    ),
    query: queryOf(onWire(query, given.query)),
    body: onWire(body, given.body),
    ...(given.signal ? { signal: given.signal } : {}),
  }
}

const accountPrefix = '/api/auth/'

/** The account API lies where its base URL says; all else lies at that server's usual paths. */
function addressOf(path: string, base: string): string {
  return path.startsWith(accountPrefix)
    ? `${base}/${path.slice(accountPrefix.length)}`
    : `${new URL(base).origin}${path}`
}

function pathFor(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryOf(value: unknown): Record<string, QueryValue> {
  const pairs = Object.entries(fieldsOf(value))
  return Object.fromEntries(pairs.map(([name, one]) => [name, queryValue(one)]))
}

function queryValue(value: unknown): QueryValue {
  return Array.isArray(value) ? value.map(queryScalar) : queryScalar(value)
}

function queryScalar(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
