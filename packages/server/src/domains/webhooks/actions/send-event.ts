import type { Clock } from '../../../platform/clock.ts'
import type { Spoken } from '../../../platform/http-client/exchange.ts'
import type { OutsideFailure } from '../../../platform/http-client/fetch-outside.ts'
import type { Poster } from '../../../platform/http-client/post-outside.ts'
import { type Message, signedHeaders } from '../rules/signature.ts'

interface SendingParts {
  readonly poster: Poster
  readonly clock: Clock
}

interface Addressee {
  readonly url: string
  /** In their own letters; the first is the one to stay. */
  readonly secrets: readonly string[]
}

/** What became of one attempt. */
export interface Outcome {
  readonly succeeded: boolean
  /** Null where nobody answered. */
  readonly httpCode: number | null
  /** What went wrong, in words for who reads the log; null where the code says it. */
  readonly error: string | null
  /** How the answer’s body began. */
  readonly responseHead: string | null
  readonly durationMs: number
}

/** One attempt, now. That it fails is an outcome like any other. */
export async function sendEvent(
  { poster, clock }: SendingParts,
  { url, secrets }: Addressee,
  message: Message,
): Promise<Outcome> {
  const headers = signedHeaders(message, { now: clock.now(), secrets })
  const startedAt = clock.monotonicMilliseconds()
  const answer = await poster.post(url, { headers, body: message.body })
  const durationMs = Math.round(clock.monotonicMilliseconds() - startedAt)
  return { ...told(answer), durationMs }
}

function told(answer: Spoken | OutsideFailure): Omit<Outcome, 'durationMs'> {
  if ('failed' in answer) {
    return { succeeded: false, httpCode: null, error: inWords(answer), responseHead: null }
  }
  const { status, head } = answer
  return {
    succeeded: status >= 200 && status < 300,
    httpCode: status,
    error: status >= 300 && status < 400 ? 'Redirects are not followed.' : null,
    responseHead: readable(head),
  }
}

const beginnings = {
  refused_target: 'This URL may not be called',
  unresolved: 'The host was not found',
  unreachable: 'No connection, or it was cut off',
  timeout: 'Too slow',
  too_large: 'Too much',
} as const satisfies Record<OutsideFailure['failed'], string>

const inWords = ({ failed, reason }: OutsideFailure): string => `${beginnings[failed]}: ${reason}`

/** A character that was cut in two is left out, and what no text may hold is replaced. */
const readable = (head: Buffer): string =>
  new TextDecoder().decode(head, { stream: true }).replaceAll('\0', '\u{FFFD}')
