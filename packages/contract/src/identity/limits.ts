import type { RateLimitRule } from '../endpoint.ts'

/** What a signed-in person may call. */
export const callerLimit = [
  { requestsMax: 100, windowSeconds: 10, by: 'caller' },
] as const satisfies readonly RateLimitRule[]

/** What anybody may call. */
export const addressLimit = [
  { requestsMax: 100, windowSeconds: 10, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** Where passwords could be guessed, or accounts made in numbers. */
export const guessLimit = [
  { requestsMax: 3, windowSeconds: 10, by: 'address' },
] as const satisfies readonly RateLimitRule[]

export const callerGuessLimit = [
  { requestsMax: 3, windowSeconds: 10, by: 'caller' },
] as const satisfies readonly RateLimitRule[]

/** Where a stranger makes us send mail: of each kind so many, to whatever addresses. */
export const mailLimit = [
  { requestsMax: 3, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]
