import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { runDue, runDueOf } from '../actions/run-due.ts'
import { findNextDue, leaveRealTime } from '../store/due.ts'

interface Run {
  /** Somebody asked for another one meanwhile. */
  isWantedAgain: boolean
}

const running = new WeakMap<SubscriptionDeps, Run>()

/** Renewals and everything else that falls due, in real time; one run at a time in each process. */
export const runDueJob: JobDefinition<SubscriptionDeps> = schedule({
  name: 'subscriptions.run_due',
  cron: '* * * * *',
  async run(deps: SubscriptionDeps, { signal }) {
    const other = running.get(deps)
    if (other !== undefined) {
      other.isWantedAgain = true
      return
    }
    const run: Run = { isWantedAgain: false }
    running.set(deps, run)
    try {
      do {
        run.isWantedAgain = false
        await runDue(deps, signal)
      } while (run.isWantedAgain && !signal.aborted)
    } finally {
      running.delete(deps)
    }
  },
})

/** The same where an organization’s clock is advanced. */
export const subscriptionDueWork = (deps: SubscriptionDeps): DueWork => ({
  leaveRealTime,
  nextDue: (organizationId) =>
    runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx, now }) =>
      findNextDue(tx, { organizationId, now }),
    ),
  run: (organizationId) => runDueOf(deps, organizationId),
})
