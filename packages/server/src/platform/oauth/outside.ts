import type { fetchOutside, OutsideRequest } from '../http-client/fetch-outside.ts'
import { operatorGuard } from '../http-client/guard.ts'

export type Outside = typeof fetchOutside

const answerBytesMax = 256 * 1024

/** What a protocol library asks for, with its words and ours. */
interface Asked {
  readonly method: string
  readonly headers: Headers | Readonly<Record<string, string>>
  readonly body?: URLSearchParams | string | null | undefined
}

/** For libraries that want a `fetch`: redirects are not followed, failures are thrown. */
export const webFetch =
  (outside: Outside) =>
  async (url: string, asked: Asked): Promise<Response> => {
    const answer = await outside(url, {
      method: asked.method === 'GET' ? 'GET' : 'POST',
      guard: operatorGuard,
      headers: Object.fromEntries(new Headers(asked.headers)),
      maxBytes: answerBytesMax,
      ...bodyOf(asked.body),
    })
    if ('failed' in answer) throw new Error(`${answer.failed}: ${answer.reason}`)
    const type = answer.headers['content-type']
    return new Response(bodyless.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

const bodyOf = (body: Asked['body']): Pick<OutsideRequest, 'body'> =>
  body === undefined || body === null ? {} : { body: body.toString() }

/** Insecure only where the operator wrote so: a server of their own, or a test. */
export const isInsecure = (url: string): boolean => url.startsWith('http:')
