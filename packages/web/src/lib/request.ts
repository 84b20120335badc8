import { takeEarly } from './early-requests.ts'

/** Requests to our own server without schemas, for the light pages and `api.ts`. */
interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A path, with an origin if it isn’t the page’s own. */
  path: string
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** JSON unless it is a file. */
  accept?: string
  signal?: AbortSignal
}

type QueryScalar = string | number | boolean | null | undefined
export type QueryValue = QueryScalar | readonly QueryScalar[]

/** A field error, by its path in the body. */
interface FieldFault {
  path: readonly (string | number)[]
  message: string
}

/** An error response of either wire. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  /** `code` of the account wire, `error` of the billing wire; empty if the response has neither. */
  readonly code: string
  readonly fields: readonly FieldFault[]
  readonly retryAfterSeconds: number | null

  constructor(status: number, answer: RefusalAnswer, retryAfterSeconds: number | null) {
    super(answer.message)
    this.status = status
    this.code = answer.code
    this.fields = answer.fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The server didn’t respond. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Returns the parsed JSON, or null for an empty response; throws `Refused` or `Unreachable`. */
export async function request(asked: Request): Promise<unknown> {
  const response = await send(asked)
  const text = await response.text().catch(unreachable)
  const answer = parseJson(text)
  if (response.ok) return answer
  throw refusedBy(response, answer)
}

/** A file, which the browser keeps on disk if it is large; throws like `request`. */
export async function requestFile(asked: Request): Promise<Blob> {
  const response = await send(asked)
  if (response.ok) return response.blob().catch(unreachable)
  throw refusedBy(response, parseJson(await response.text().catch(unreachable)))
}

const refusedBy = (response: Response, answer: unknown): Refused =>
  new Refused(response.status, readRefusal(response.status, answer), retryAfter(response))

async function send(asked: Request): Promise<Response> {
  const { method = 'GET' } = asked
  const hasBody = asked.body !== undefined
  const url = `${asked.path}${queryText(asked.query)}`
  const early = method === 'GET' ? takeEarly(url, asked.headers) : undefined
  if (early !== undefined) return early.catch(unreachable)
  return fetch(url, {
    method,
    // The server may be configured to be another origin, which needs the session cookie too.
    credentials: 'include',
    headers: {
      ...asked.headers,
      accept: asked.accept ?? 'application/json',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(asked.body) } : {}),
    ...(asked.signal ? { signal: asked.signal } : {}),
  }).catch(unreachable)
}

function unreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new Unreachable('The server can’t be reached.', { cause })
}

function queryText(query: Request['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of isList(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one))
    }
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

function isList(value: QueryValue): value is readonly QueryScalar[] {
  return Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

interface RefusalAnswer {
  code: string
  message: string
  fields: readonly FieldFault[]
}

/** `{code, message}` of the account wire; `{error, detail}` of the billing wire, 422 with a list. */
function readRefusal(status: number, answer: unknown): RefusalAnswer {
  const body = isRecord(answer) ? answer : {}
  const fields = Array.isArray(body['detail']) ? body['detail'].flatMap(readFault) : []
  const message = textOf(body['message']) ?? textOf(body['detail']) ?? fields[0]?.message
  return {
    code: textOf(body['code']) ?? textOf(body['error']) ?? '',
    message: message ?? `The server answered ${status}.`,
    fields,
  }
}

function readFault(fault: unknown): FieldFault[] {
  if (!isRecord(fault) || !Array.isArray(fault['loc'])) return []
  const path = fault['loc'].filter((step) => typeof step === 'string' || typeof step === 'number')
  const isInBody = path[0] === 'body' || path[0] === 'query' || path[0] === 'path'
  return [{ path: isInBody ? path.slice(1) : path, message: textOf(fault['msg']) ?? 'Invalid' }]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? null : seconds
}
