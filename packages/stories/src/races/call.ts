import { request } from 'node:http'
import type { Caller, Subject } from './subject.ts'

export interface Request {
  readonly caller: Caller
  /** Below `/api/auth`. */
  readonly path: string
  /** Without a body it is a GET. */
  readonly body?: object
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  /** The status, with the code of a refusal. */
  readonly brief: string
}

export async function call(
  { url, origin }: Pick<Subject, 'url' | 'origin'>,
  { caller, path, body }: Request,
): Promise<Answer> {
  const text = body && JSON.stringify(body)
  const { status, received } = await send(`${url}/api/auth${path}`, text, { origin, ...caller })
  const given = parsed(received)
  const isRefused = status >= 400
  return { status, body: given, brief: isRefused ? `${status} ${codeIn(given)}` : `${status}` }
}

interface Received {
  readonly status: number
  readonly received: string
}

/** Avoids `fetch`, which costs more CPU than the server itself. */
function send(url: string, body: string | undefined, headers: Caller): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, received: Buffer.concat(chunks).toString() }),
      )
    })
    outgoing.end(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function codeIn(body: unknown): string {
  const code = within(body, 'code') ?? within(body, 'message')
  return typeof code === 'string' ? code : 'without a code'
}

type Path = readonly (string | number)[]

/** The value at a path of an answer; undefined if absent. */
export const within = (body: unknown, ...path: Path): unknown =>
  path.reduce<unknown>(
    (found, step) => (found instanceof Object ? Reflect.get(found, step) : undefined),
    body,
  )

export function textWithin(body: unknown, ...path: Path): string {
  const found = within(body, ...path)
  if (typeof found === 'string') return found
  throw new Error(`no text at ${path.join('.')} of ${JSON.stringify(body)}`)
}

/** The list at a path of an answer; empty if absent. */
export function listWithin(body: unknown, ...path: Path): readonly unknown[] {
  const found = within(body, ...path)
  return Array.isArray(found) ? found : []
}
