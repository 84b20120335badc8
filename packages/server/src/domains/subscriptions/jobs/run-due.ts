import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { runDue, runDueOf } from '../actions/run-due.ts'
import { findNextDue, leaveRealTime } from '../store/due.ts'

const running = new WeakSet<SubscriptionDeps>()

/** Renewals and everything else that falls due, in real time; one run at a time in each process. */
export const runDueJob: JobDefinition<SubscriptionDeps> = schedule({
  name: 'subscriptions.run_due',
  cron: '* * * * *',
  async run(deps: SubscriptionDeps, { signal }) {
    if (running.has(deps)) return
    running.add(deps)
    try {
      await runDue(deps, signal)
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
