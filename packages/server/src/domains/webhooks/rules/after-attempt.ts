import { nextAttemptAt } from './schedule.ts'

interface Before {
  readonly attempts: number
  /** How many of them had been made when its schedule began afresh. */
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

/** What becomes of an event that was just sent. */
export function afterAttempt(before: Before, { succeeded, now, jitter }: Attempt): After {
  const attempts = before.attempts + 1
  if (succeeded) return { state: 'delivered', attempts, nextAttemptAt: null }
  const next = nextAttemptAt(attempts - before.attemptsBefore, now, jitter)
  return { state: next === null ? 'failed' : 'waiting', attempts, nextAttemptAt: next }
}
