/** Seconds after the first failure, after the second, and so on. */
const retriesAfterSeconds = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400] as const

/** Retries are spread, so that events that failed together are not sent together again. */
const jitterShare = 0.1

/** Null where the event has failed too often to be retried. `jitter` lies between -1 and 1. */
export function nextAttemptAt(attempts: number, now: Date, jitter: number): Date | null {
  const seconds = retriesAfterSeconds[attempts - 1]
  if (seconds === undefined) return null
  return new Date(now.getTime() + seconds * (1 + jitterShare * jitter) * 1000)
}

interface Before {
  readonly attempts: number
  /** The attempts before the schedule was last restarted. */
  readonly attemptsBefore: number
}

interface Attempt {
  readonly succeeded: boolean
  readonly now: Date
  readonly jitter: number
}

interface After {
  readonly state: 'delivered' | 'waiting' | 'failed'
  readonly attempts: number
  readonly nextAttemptAt: Date | null
}

/** The state of a delivery after one more attempt. */
export function deliveryAfterAttempt(before: Before, { succeeded, now, jitter }: Attempt): After {
  const attempts = before.attempts + 1
  if (succeeded) return { state: 'delivered', attempts, nextAttemptAt: null }
  const next = nextAttemptAt(attempts - before.attemptsBefore, now, jitter)
  return { state: next === null ? 'failed' : 'waiting', attempts, nextAttemptAt: next }
}
