import type { ExternalRequest, fetchExternal } from '../http-client/fetch-external.ts'
import { operatorGuard } from '../http-client/guard.ts'

export type FetchExternal = typeof fetchExternal

const answerBytesMax = 256 * 1024

/** The fetch options of a protocol library, mapped to ours. */
interface FetchOptions {
  readonly method: string
  readonly headers: Headers | Readonly<Record<string, string>>
  readonly body?: URLSearchParams | string | null | undefined
}

/** For libraries that take a `fetch`: redirects are not followed, failures are thrown. */
export const webFetch =
  (fetchExternal: FetchExternal) =>
  async (url: string, options: FetchOptions): Promise<Response> => {
    const answer = await fetchExternal(url, {
      method: options.method === 'GET' ? 'GET' : 'POST',
      guard: operatorGuard,
      headers: Object.fromEntries(new Headers(options.headers)),
      maxBytes: answerBytesMax,
      ...bodyOf(options.body),
    })
    if ('failed' in answer) throw new Error(`${answer.failed}: ${answer.reason}`)
    const type = answer.headers['content-type']
    return new Response(bodyless.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

const bodyOf = (body: FetchOptions['body']): Pick<ExternalRequest, 'body'> =>
  body === undefined || body === null ? {} : { body: body.toString() }

/** Insecure only when configured by the operator: for their own server, or a test. */
export const isInsecure = (url: string): boolean => url.startsWith('http:')
