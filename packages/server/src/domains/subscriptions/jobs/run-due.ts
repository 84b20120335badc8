import type { DueWork } from '../../../platform/due-work.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { runDue, runDueOf } from '../actions/run-due.ts'
import { findNextDue, leaveRealTime } from '../store/due.ts'

export const runDueTask = 'subscriptions.runDue'

/** Once at a time in each process: who still has something to do needs no help from the same. */
export function runDueJob(parts: SubscriptionParts): Task {
  let isUnderWay = false
  return async (_payload, { signal }) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await runDue(parts, signal)
    } finally {
      isUnderWay = false
    }
  }
}

/** Renewals, and all else that falls due of subscriptions, where the clock is advanced. */
export const subscriptionDueWork = (parts: SubscriptionParts): DueWork => ({
  leaveRealTime,
  nextDue: (organizationId) =>
    work(parts.workshop, { organizationId }, ({ tx, now }) =>
      findNextDue(tx, { organizationId, now }),
    ),
  run: (organizationId) => runDueOf(parts, organizationId),
})
