import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideHold } from '../rules/hold.ts'
import { lockSubscriptions, type SubscriptionKey } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { runDueBatch } from './run-due-batch.ts'
import { saveDecisions } from './save-decisions.ts'

/** The seller trusts the customer again: the disputes so far hold the subscription no longer. */
export async function resumeRenewals(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { organizationId, id }: SubscriptionKey,
): Promise<void> {
  const [row] = await lockSubscriptions(uow.tx, { organizationId, ids: [id] })
  assert(row !== undefined, 'subscriptions are never deleted')
  if (row.heldAt === null) throw new Problem('subscription_not_paused')
  const before = (await readFacts(uow.tx, [row])).get(id)
  assert(before !== undefined, 'a locked subscription has facts')
  const decision = decideHold(before, false, uow.now)
  const extraColumns = { holdLiftedAt: uow.now, cardsTrustedAt: uow.now }
  await saveDecisions(uow, deps, [{ row, before, decision, tax: null, extraColumns }])
}

/** Bills suspended subscriptions that nothing holds any more. If this fails, the next run does. */
export async function billResumed(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  ids: readonly Id<'subscription'>[],
): Promise<void> {
  const rows = await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx }) =>
    lockSubscriptions(tx, { organizationId, ids }),
  )
  const resumed = rows.filter(({ suspendedAt, heldAt }) => suspendedAt !== null && heldAt === null)
  if (resumed.length === 0) return
  const due = { organizationId, ids: resumed.map(({ id }) => id) }
  await runDueBatch(deps, due).catch((error: unknown) =>
    deps.log.warn(
      { err: error, organizationId },
      'a subscription could not be resumed immediately',
    ),
  )
}
