import type { DunningPolicy } from './facts.ts'
import { daysAfter } from './periods.ts'

// When things happen after a failed payment. Every day is counted from the first failure.

/**
 * The policy of a seller who never changed it; the columns of `organization` have the same
 * defaults.
 */
export const defaultDunning: DunningPolicy = {
  attemptDays: [2, 7, 14, 21],
  graceDays: 7,
  finalAction: 'cancel',
}

/**
 * The first scheduled retry that is still ahead, so days missed by a stopped server are skipped.
 */
export function nextAttemptAt(
  { attemptDays }: DunningPolicy,
  { firstFailedAt, now }: { readonly firstFailedAt: Date; readonly now: Date },
): Date | null {
  const days = attemptDays.toSorted((one, other) => one - other)
  return days.map((day) => daysAfter(firstFailedAt, day)).find((day) => day > now) ?? null
}

/** Null without any grace. */
export const graceEndsAt = ({ graceDays }: DunningPolicy, firstFailedAt: Date): Date | null =>
  graceDays === 0 ? null : daysAfter(firstFailedAt, graceDays)

/** Once both the retries and the grace are over. */
export const finalActionAt = (
  { attemptDays, graceDays }: DunningPolicy,
  firstFailedAt: Date,
): Date => daysAfter(firstFailedAt, Math.max(0, graceDays, ...attemptDays))
