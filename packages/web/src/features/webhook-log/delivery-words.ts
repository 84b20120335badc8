import type { Attempt, Delivery } from './log-queries.ts'

/** What an endpoint answered last, in a few words. */
export function answerWords({ lastHttpCode, attemptCount }: Delivery): string {
  if (lastHttpCode !== null) return `HTTP ${lastHttpCode}`
  return attemptCount === 0 ? 'not tried yet' : 'no answer'
}

/** “1 attempt”, “10 attempts”. */
export const attemptsWords = (count: number): string =>
  `${count} ${count === 1 ? 'attempt' : 'attempts'}`

/** How one attempt went. */
export function attemptTitle({ succeeded, httpCode }: Attempt): string {
  if (httpCode === null) return 'No answer'
  return succeeded ? `Taken with HTTP ${httpCode}` : `Answered HTTP ${httpCode}`
}

/** “84 ms”, “9.9 s”. */
export const durationWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** “order” → “Order”, “benefit_grant” → “Benefit grant”. */
export function objectWords(objectType: string): string {
  return `${objectType.charAt(0).toUpperCase()}${objectType.slice(1).replaceAll('_', ' ')}`
}
