/** Seconds after the first failure, after the second, and so on. */
const retriesAfterSeconds = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400] as const

/** By how much a retry may be off, so that what failed together doesn't come again together. */
const jitterShare = 0.1

/**
 * When an event is sent again that has failed so many times; null where it's given up. `jitter`
 * lies between -1 and 1.
 */
export function nextAttemptAt(attempts: number, now: Date, jitter: number): Date | null {
  const seconds = retriesAfterSeconds[attempts - 1]
  if (seconds === undefined) return null
  return new Date(now.getTime() + seconds * (1 + jitterShare * jitter) * 1000)
}
