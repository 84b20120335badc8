import type { Id } from '@guildhall/contract/primitives'
import { work } from '../../../platform/work.ts'
import { claimDue, dueAtOnceMax, listDue } from '../store/due.ts'
import type { SomeSubscriptions, SubscriptionKey } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { runBatch } from './run-batch.ts'

/** Long enough for a batch whose payments take their time; who dies meanwhile is waited for. */
const claimMilliseconds = 5 * 60_000

/** One decides while the database works for the other; a third has nothing to gain here. */
const lanesMax = 2

/**
 * Runs what is due in real time, until nothing is. Any number of processes may do that at once: what
 * one has claimed the others pass by. Several overdue periods of one subscription follow in order.
 */
export async function runDue(parts: SubscriptionParts, signal: AbortSignal): Promise<void> {
  const first = await claim(parts)
  const lanes = first.length === dueAtOnceMax ? lanesMax : 1
  const others = Array.from({ length: lanes - 1 }, async () =>
    runLane(parts, signal, await claim(parts)),
  )
  await Promise.all([runLane(parts, signal, first), ...others])
}

async function runLane(
  parts: SubscriptionParts,
  signal: AbortSignal,
  first: readonly SubscriptionKey[],
): Promise<void> {
  let claimed = first
  while (claimed.length > 0) {
    for (const some of byOrganization(claimed)) await runSafely(parts, some)
    if (signal.aborted) return
    claimed = await claim(parts)
  }
}

function claim({ clock, workshop }: SubscriptionParts): Promise<SubscriptionKey[]> {
  const now = clock.now()
  const until = new Date(now.getTime() + claimMilliseconds)
  return claimDue(workshop.database.kysely, { now, until })
}

/**
 * Runs all that is due at the organization’s instant. What can’t be done now is tried once, and
 * doesn’t keep the rest from being done.
 */
export async function runDueOf(
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
): Promise<void> {
  const { kysely: db } = parts.workshop.database
  const now = await work(parts.workshop, { organizationId }, async (unit) => unit.now)
  const tried = new Map<Id<'subscription'>, number>()
  const stuck = new Set<Id<'subscription'>>()
  for (;;) {
    const due = await listDue(db, { organizationId, now }, [...stuck])
    if (due.length === 0) return
    for (const { id, version } of due) if (tried.get(id) === version) stuck.add(id)
    const fresh = due.filter(({ id }) => !stuck.has(id))
    for (const { id, version } of fresh) tried.set(id, version)
    if (fresh.length > 0) await runSafely(parts, { organizationId, ids: fresh.map(({ id }) => id) })
  }
}

function byOrganization(keys: readonly SubscriptionKey[]): SomeSubscriptions[] {
  const found = new Map<Id<'organization'>, Id<'subscription'>[]>()
  for (const { organizationId, id } of keys) {
    const known = found.get(organizationId)
    if (known === undefined) found.set(organizationId, [id])
    else known.push(id)
  }
  return [...found].map(([organizationId, ids]) => ({ organizationId, ids }))
}

/** Where a batch fails its members are run one by one, so that the one that fails is alone. */
async function runSafely(parts: SubscriptionParts, some: SomeSubscriptions): Promise<void> {
  try {
    await runBatch(parts, some)
  } catch (error) {
    const { organizationId, ids } = some
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) {
      const about = { err: error, organization: organizationId, subscription: only }
      parts.log.error(about, 'a subscription could not be run; it is tried again')
      return
    }
    parts.log.warn({ err: error, organization: organizationId }, 'running a batch one by one')
    for (const id of ids) await runSafely(parts, { organizationId, ids: [id] })
  }
}
