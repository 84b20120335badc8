import { Problem } from '../../kernel/refusal.ts'
import { isContention, isDatabaseAway, isStalePlan } from '../database/failures.ts'

const contentionSeconds = 1
const awaySeconds = 5

/**
 * What the database was in the way of and may not be in a moment, as a refusal that says when to
 * come again; null for any other failure. Only the caller knows whether it may be tried again.
 */
export function databaseRefusal(failure: unknown): Problem | null {
  if (isContention(failure) || isStalePlan(failure)) {
    return new Problem('conflicting_change', { retryAfterSeconds: contentionSeconds })
  }
  if (isDatabaseAway(failure)) {
    return new Problem('unavailable', { retryAfterSeconds: awaySeconds })
  }
  return null
}
