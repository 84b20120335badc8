import type { Id } from '@guildhall/contract/primitives'
import { groupBy } from '../../../kernel/indexing.ts'
import { throwTogether } from '../../../kernel/throw-together.ts'
import { claimInTurns } from '../../../platform/database/claim-by-organization.ts'
import { isConnectionLoss } from '../../../platform/database/failures.ts'
import { lookAtDue } from '../../../platform/due/look-at-due.ts'
import { claimFor } from '../../../platform/process-life.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  claimDue,
  claimMilliseconds,
  dueAtOnceMax,
  listDue,
  subscriptionsToRun,
} from '../store/due.ts'
import type { SubscriptionBatch, SubscriptionKey } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { runDueBatch } from './run-due-batch.ts'

/** While one runner decides, the database works for the other; a third would gain nothing. */
const runnersMax = 2

/**
 * Runs everything that is due in real time: renewals, trial ends, payment retries, expiries. Any
 * number of processes may run this concurrently, because each claims its batches. Several overdue
 * periods of one subscription follow in order.
 */
export const runDue = (deps: SubscriptionDeps, signal: AbortSignal): Promise<void> =>
  lookAtDue(deps.uowFactory, {
    list: subscriptionsToRun,
    signal,
    run: (organizationIds) => runDueIn(deps, organizationIds, signal),
  })

async function runDueIn(
  deps: SubscriptionDeps,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const failures: unknown[] = []
  const claims = () =>
    claimInTurns(organizationIds, {
      max: dueAtOnceMax,
      failures,
      claim: (rowsOf) =>
        claimDue(kysely, { ...rowsOf, ...claimFor(deps.uowFactory, claimMilliseconds) }),
    })
  const claimSome = claims()
  const first = await claimSome()
  const runners = first.length >= dueAtOnceMax ? runnersMax : 1
  const others = Array.from({ length: runners - 1 }, async () => {
    const claimOthers = claims()
    await runClaimed(deps, { claimSome: claimOthers, failures, signal }, await claimOthers())
  })
  await Promise.all([runClaimed(deps, { claimSome, failures, signal }, first), ...others])
  throwTogether(failures, 'running what is due failed')
}

interface Claiming {
  readonly claimSome: () => Promise<readonly SubscriptionKey[]>
  readonly failures: unknown[]
  readonly signal: AbortSignal
}

async function runClaimed(
  deps: SubscriptionDeps,
  { claimSome, failures, signal }: Claiming,
  first: readonly SubscriptionKey[],
): Promise<void> {
  let claimed = first
  while (claimed.length > 0) {
    for (const some of byOrganization(claimed)) {
      await runSafely(deps, some).catch((error: unknown) => failures.push(error))
    }
    if (signal.aborted) return
    claimed = await claimSome()
  }
}

/**
 * Runs everything that is due at the organization’s instant. A subscription that can’t be run is
 * tried once and doesn’t hold up the others.
 */
export async function runDueOf(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
): Promise<void> {
  const { kysely: db } = deps.uowFactory.database
  const now = await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => uow.now)
  const tried = new Map<Id<'subscription'>, number>()
  const stuck = new Set<Id<'subscription'>>()
  for (;;) {
    const due = await listDue(db, { organizationId, now }, [...stuck])
    if (due.length === 0) return
    for (const { id, version } of due) if (tried.get(id) === version) stuck.add(id)
    const fresh = due.filter(({ id }) => !stuck.has(id))
    for (const { id, version } of fresh) tried.set(id, version)
    if (fresh.length > 0) await runSafely(deps, { organizationId, ids: fresh.map(({ id }) => id) })
  }
}

export const byOrganization = (keys: readonly SubscriptionKey[]): SubscriptionBatch[] =>
  [...groupBy(keys, ({ organizationId }) => organizationId)].map(([organizationId, own]) => ({
    organizationId,
    ids: own.map(({ id }) => id),
  }))

/**
 * If a batch fails, its subscriptions are run one by one, so that only the failing one is left out.
 * Fails only if a connection is lost again, because then that of the others would be as well.
 */
export async function runSafely(deps: SubscriptionDeps, some: SubscriptionBatch): Promise<void> {
  try {
    await runDueBatch(deps, some)
  } catch (error) {
    const { organizationId, ids } = some
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) {
      if (isConnectionLoss(error)) throw error
      const about = { err: error, organization: organizationId, subscription: only }
      deps.log.error(about, 'a due subscription could not be run; it is retried')
      return
    }
    deps.log.warn({ err: error, organization: organizationId }, 'running a batch one by one')
    for (const id of ids) await runSafely(deps, { organizationId, ids: [id] })
  }
}
