import type { RateLimitRule } from '../operation.ts'

/** For operations of signed-in users. */
export const callerLimit = [
  { requestsMax: 100, windowSeconds: 10, by: 'caller' },
] as const satisfies readonly RateLimitRule[]

/** For operations open to anyone. */
export const addressLimit = [
  { requestsMax: 100, windowSeconds: 10, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** For operations that allow guessing passwords or creating accounts in bulk. */
export const guessLimit = [
  { requestsMax: 3, windowSeconds: 10, by: 'address' },
] as const satisfies readonly RateLimitRule[]

export const callerGuessLimit = [
  { requestsMax: 3, windowSeconds: 10, by: 'caller' },
] as const satisfies readonly RateLimitRule[]

/** For operations with which anyone can make the server send mail. */
export const mailLimit = [
  { requestsMax: 3, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]
