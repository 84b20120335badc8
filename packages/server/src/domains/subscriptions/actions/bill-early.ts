import type { Id } from '@guildhall/contract/primitives'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideEarlyBilling } from '../rules/early-billing.ts'
import {
  findSubscriptions,
  type SubscriptionBatch,
  type SubscriptionKey,
} from '../store/subscriptions.ts'
import { listUsedLately, usedLatelyPerPage } from '../store/used-lately.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { byOrganization, runSafely } from './run-due.ts'

/**
 * Bills the usage of subscriptions of these organizations that passed the threshold of their product.
 * Any number of processes may run this concurrently: what was decided twice is saved once.
 */
export async function billEarly(
  deps: SubscriptionDeps,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  let last: SubscriptionKey | null = null
  while (!signal.aborted) {
    const page: readonly SubscriptionKey[] = await listUsedLately(kysely, {
      organizationIds,
      behind: last,
    })
    for (const some of byOrganization(page)) await billEarlyOf(deps, some)
    last = page.at(-1) ?? null
    if (page.length < usedLatelyPerPage) return
  }
}

/** Those of these that passed it, of one organization. */
export async function billEarlyOf(deps: SubscriptionDeps, some: SubscriptionBatch): Promise<void> {
  const { organizationId } = some
  const ids = await runUnitOfWork(deps.uowFactory, some, async ({ tx, now }) => {
    const rows = await findSubscriptions(tx, some)
    const facts = await readFacts(tx, rows)
    return rows.flatMap(({ id }) => {
      const own = facts.get(id)
      return own !== undefined && decideEarlyBilling(own, now) !== null ? id : []
    })
  })
  if (ids.length > 0) await runSafely(deps, { organizationId, ids })
}
