import type { Attempt, Delivery } from './log-queries.ts'

/** The last response in short. */
export function answerText({ lastHttpCode, attemptCount }: Delivery): string {
  if (lastHttpCode !== null) return `HTTP ${lastHttpCode}`
  return attemptCount === 0 ? 'not attempted yet' : 'no response'
}

/** “1 attempt”, “10 attempts”. */
export const attemptsText = (count: number): string =>
  `${count} ${count === 1 ? 'attempt' : 'attempts'}`

/** The result of an attempt. */
export function attemptTitle({ succeeded, httpCode }: Attempt): string {
  if (httpCode === null) return 'No response'
  return succeeded ? `Accepted with HTTP ${httpCode}` : `Responded with HTTP ${httpCode}`
}

/** “84 ms”, “9.9 s”. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** “order” → “Order”, “benefit_grant” → “Benefit grant”. */
export function objectText(objectType: string): string {
  return `${objectType.charAt(0).toUpperCase()}${objectType.slice(1).replaceAll('_', ' ')}`
}
