import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** An answer as it came, for what the official client would never send. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** What it holds as JSON; null where it holds none. */
  readonly body: unknown
  /** The status and the code of a refusal, the status alone of anything else. */
  readonly brief: string
}

type Sender = Pick<Visitor, 'jar' | 'site'>

/** Calls of a visitor's browser, with their cookies, to paths below `/api/auth`. */
export const post = (
  visitor: Sender,
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> =>
  send(visitor, path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const get = (
  visitor: Sender,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> => send(visitor, path, { headers })

async function send({ jar, site }: Sender, path: string, init: RequestInit): Promise<Answered> {
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

/** What stands there in an answer. */
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
