import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import { deliverAccess } from '../actions/deliver-access.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { claimDueAccess } from '../store/external-access.ts'

/** Longer than all requests of one delivery together. */
const leaseMilliseconds = 120_000
const batchMax = 20

/** Gives and takes at Discord and GitHub what is due, several accounts at a time. */
export const deliverDueAccess: SweepDefinition<EntitlementDeps> = sweep({
  name: 'entitlements.deliver_access',
  pauseMilliseconds: 2_000,
  pauseAfterEventsMilliseconds: 100,
  async run(deps: EntitlementDeps, signal) {
    const failures: unknown[] = []
    while (!signal.aborted) {
      const now = deps.clock.now()
      const until = new Date(now.getTime() + leaseMilliseconds)
      const claim = { now, until, max: batchMax }
      const claimed = await claimDueAccess(deps.uowFactory.database.kysely, claim)
      const results = await Promise.allSettled(claimed.map((one) => deliverAccess(deps, one)))
      failures.push(...results.flatMap((one) => (one.status === 'rejected' ? one.reason : [])))
      if (claimed.length === 0) break
    }
    const [first] = failures
    if (failures.length > 0) {
      const message = `${failures.length} deliveries weren’t saved: ${String(first)}`
      throw new AggregateError(failures, message)
    }
  },
})
