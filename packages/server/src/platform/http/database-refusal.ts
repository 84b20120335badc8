import { Problem } from '../../kernel/refusal.ts'
import { isContention, isDatabaseAway, isStalePlan } from '../database/failures.ts'

const contentionSeconds = 1
const awaySeconds = 5

/**
 * The refusal for a transient database failure, which says when to retry; null for any other
 * failure. Only the caller knows whether it may retry.
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
