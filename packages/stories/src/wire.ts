import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** A raw answer, for requests that the official client can't send. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON; null if the text is not JSON. */
  readonly body: unknown
  /** The status, with the code of a refusal. */
  readonly brief: string
}

type Sender = Pick<Visitor, 'jar' | 'site'>

/** Calls a path below `/api/auth` with the visitor's cookies. */
export const post = (
  visitor: Sender,
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  send(visitor, path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const get = (
  visitor: Sender,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => send(visitor, path, { headers })

async function send({ jar, site }: Sender, path: string, init: RequestInit): Promise<Answer> {
  const answer = await jar.fetch(`${site.url}/api/auth${path}`, init)
  const text = await answer.text()
  const body = parsed(text)
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body,
    brief: answer.status < 400 ? `${answer.status}` : `${answer.status} ${codeIn(body)}`,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The value at a path of an answer. */
export const at = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, step) => (found instanceof Object ? Reflect.get(found, step) : undefined),
    body,
  )

export function textAt(body: unknown, ...path: readonly (string | number)[]): string {
  const found = at(body, ...path)
  return typeof found === 'string'
    ? found
    : expect.fail(`no text at ${path.join('.')} of ${JSON.stringify(body)}`)
}

const codeIn = (body: unknown): string => String(at(body, 'code'))
