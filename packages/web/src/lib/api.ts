import type {
  BodyInput,
  Operation,
  ParamsInput,
  QueryInput,
  Schema,
} from '@guildhall/contract/operation'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { accountBaseUrl, type BaseUrlSources } from './base-url.ts'
import { type QueryValue, request, requestFile } from './request.ts'

/** The input of a call: what the operation declares, with all required parts. */
type Given<E extends Operation> = ([ParamsInput<E>] extends [undefined]
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

/** Calls operations of one server; by default that of the page’s origin. */
export function createApi(sources: BaseUrlSources = {}, headers: Headers = {}) {
  function call<E extends Operation & { readonly returns: Schema }>(
    operation: E,
    given: Given<E>,
  ): Promise<z.output<E['returns']>>
  function call<E extends Operation & { readonly returns: null }>(
    operation: E,
    given: Given<E>,
  ): Promise<null>
  async function call(operation: Operation, given: AnyGiven): Promise<unknown> {
    const asked = requestFor(operation, given, accountBaseUrl(sources))
    const answer = await request({ ...asked, headers })
    if (operation.returns === null) return null
    const renamed = wireCodec(operation.returns, operation.wire).decode(answer)
    return z.parse(operation.returns, renamed)
  }
  /** The CSV file that the operation returns to callers that accept one. */
  const csv = <E extends Operation & { readonly returns: Schema }>(
    operation: E,
    given: Given<E>,
  ): Promise<Blob> => {
    const asked = requestFor(operation, given, accountBaseUrl(sources))
    return requestFile({ ...asked, headers, accept: 'text/csv' })
  }
  return { call, csv }
}

export type Api = ReturnType<typeof createApi>

const own = { configured: import.meta.env.VITE_ACCOUNT_API_URL }

/** The client of the page’s own server. */
export const api = createApi(own)

/** The same client with a bearer token instead of a session. */
export const apiWith = (token: string): Api => createApi(own, { authorization: `Bearer ${token}` })

function requestFor(operation: Operation, given: AnyGiven, base: string) {
  const { query, body, params } = operation
  const onWire = (schema: Schema | undefined, value: unknown) =>
    schema === undefined ? undefined : wireCodec(schema, operation.wire).encode(value)
  return {
    method: operation.method,
    path: addressOf(
      pathFor(operation.path, params === undefined ? {} : fieldsOf(given.params)),
      base,
    ),
    query: queryOf(onWire(query, given.query)),
    body: onWire(body, given.body),
    ...(given.signal ? { signal: given.signal } : {}),
  }
}

const accountPrefix = '/api/auth/'

/** The account API is at its base URL; everything else is at the server's root. */
function addressOf(path: string, base: string): string {
  return path.startsWith(accountPrefix)
    ? `${base}/${path.slice(accountPrefix.length)}`
    : `${new URL(base).origin}${path}`
}

function pathFor(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryOf(value: unknown): Record<string, QueryValue> {
  const pairs = Object.entries(fieldsOf(value)).flatMap(([name, one]) =>
    isRecord(one)
      ? Object.entries(one).map(([key, inner]) => [`${name}[${key}]`, queryValue(inner)] as const)
      : [[name, queryValue(one)] as const],
  )
  return Object.fromEntries(pairs)
}

/** `metadata[key]=value` */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

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
