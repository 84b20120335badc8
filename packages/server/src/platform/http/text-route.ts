import type { AnswerHeaders } from './guards.ts'
import type { PageRoute } from './page.ts'
import { type Representation, representText, sendRepresentation } from './representation.ts'

export interface TextResource {
  readonly path: string
  readonly type: string
  /** Generated and compressed on first use. */
  readonly text: () => string | Promise<string>
  readonly headers?: AnswerHeaders
}

/** A text of the server's own, such as a style sheet; revalidated at each use. */
export function textRoute({ path, type, text, headers = {} }: TextResource): PageRoute {
  let made: Representation | null = null
  return {
    method: 'GET',
    path,
    async answer(exchange) {
      made ??= representText(type, await text())
      return sendRepresentation(made, exchange.headers, {
        headers: { 'cache-control': 'no-cache', ...headers },
      })
    },
  }
}
