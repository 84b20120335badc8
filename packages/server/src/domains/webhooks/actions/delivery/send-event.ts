import type { Clock } from '../../../../platform/clock.ts'
import type { ResponseHead } from '../../../../platform/http-client/exchange.ts'
import type { ExternalFailure } from '../../../../platform/http-client/fetch-external.ts'
import type { Poster } from '../../../../platform/http-client/post-external.ts'
import { failureSentence } from '../../rules/delivery-failure.ts'
import { type Message, signedHeaders } from '../../rules/signature.ts'

interface SendingDeps {
  readonly poster: Poster
  readonly clock: Clock
}

interface Receiver {
  readonly url: string
  /** The current secret first, then the previous one while it still signs. */
  readonly secrets: readonly string[]
}

/** The outcome of one attempt. */
export interface Outcome {
  readonly succeeded: boolean
  /** Null without a response. */
  readonly httpCode: number | null
  /** What went wrong; null where the status code says it. */
  readonly error: string | null
  /** The words of the system, for the server's log only. */
  readonly detail: string | null
  /** The beginning of the response body. */
  readonly responseHead: string | null
  readonly durationMs: number
}

/** Makes one attempt. A failure is an outcome, not an error. */
export async function sendEvent(
  { poster, clock }: SendingDeps,
  { url, secrets }: Receiver,
  message: Message,
): Promise<Outcome> {
  const headers = signedHeaders(message, { now: clock.now(), secrets })
  const startedAt = clock.monotonicMilliseconds()
  const answer = await poster.post(url, { headers, body: message.body })
  const durationMs = Math.round(clock.monotonicMilliseconds() - startedAt)
  return { ...outcomeOf(answer), durationMs }
}

function outcomeOf(answer: ResponseHead | ExternalFailure): Omit<Outcome, 'durationMs'> {
  if ('failed' in answer) {
    const error = failureSentence(answer)
    return { succeeded: false, httpCode: null, error, detail: answer.reason, responseHead: null }
  }
  const { status, head } = answer
  return {
    succeeded: status >= 200 && status < 300,
    httpCode: status,
    error: status >= 300 && status < 400 ? 'Redirects are not followed.' : null,
    detail: null,
    responseHead: readable(head),
  }
}

/** Without halves of characters and NUL, which PostgreSQL refuses. */
const readable = (head: Buffer): string =>
  new TextDecoder().decode(head, { stream: true }).replaceAll('\0', '\u{FFFD}')
