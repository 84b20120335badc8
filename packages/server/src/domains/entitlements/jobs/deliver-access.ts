import type { Id } from '@guildhall/contract/primitives'
import { claimInTurns } from '../../../platform/database/claim-by-organization.ts'
import { lookAtDue } from '../../../platform/due/look-at-due.ts'
import { claimFor } from '../../../platform/process-life.ts'
import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import { deliverAccess } from '../actions/deliver-access.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { accessToDeliver, claimDueAccess, deliveryMilliseconds } from '../store/external-access.ts'

const batchMax = 20

/** Gives and takes at Discord and GitHub what is due, several accounts at a time. */
export const deliverDueAccess: SweepDefinition<EntitlementDeps> = sweep({
  name: accessToDeliver.kind,
  pauseMilliseconds: 2_000,
  pauseAfterEventsMilliseconds: 100,
  run: (deps: EntitlementDeps, signal) =>
    lookAtDue(deps.uowFactory, {
      list: accessToDeliver,
      signal,
      run: (organizationIds) => deliverIn(deps, organizationIds, signal),
    }),
})

async function deliverIn(
  deps: EntitlementDeps,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const { kysely } = deps.uowFactory.database
  const claimSome = claimInTurns(organizationIds, {
    max: batchMax,
    failures,
    claim: (rowsOf) =>
      claimDueAccess(kysely, { ...rowsOf, ...claimFor(deps.uowFactory, deliveryMilliseconds) }),
  })
  while (!signal.aborted) {
    const claimed = await claimSome()
    const results = await Promise.allSettled(claimed.map((one) => deliverAccess(deps, one)))
    failures.push(...results.flatMap((one) => (one.status === 'rejected' ? one.reason : [])))
    if (claimed.length === 0) break
  }
  const [first] = failures
  if (failures.length > 0) {
    const message = `${failures.length} deliveries weren’t saved: ${String(first)}`
    throw new AggregateError(failures, message)
  }
}
