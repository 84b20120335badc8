import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideRevocation } from '../rules/cancellation.ts'
import { decideForgiveness } from '../rules/dunning.ts'
import {
  findEndedInArrearsOf,
  findOpenSubscriptionsOf,
  lockSubscriptions,
} from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { type DecisionToSave, saveDecisions } from './save-decisions.ts'

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * Ends the subscriptions of a deleted customer. There is no one left to bill, so no order is
 * placed, and the last orders of those that have ended are no longer collected.
 */
export const revokeCustomerSubscriptions = (
  deps: SubscriptionDeps,
  key: CustomerKey,
): Promise<void> => runUnitOfWork(deps.uowFactory, key, (uow) => revokeAll(uow, deps, key))

async function revokeAll(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { organizationId, customerId }: CustomerKey,
): Promise<void> {
  const { tx, now } = uow
  const open = await findOpenSubscriptionsOf(tx, organizationId, customerId)
  const owing = await findEndedInArrearsOf(tx, organizationId, customerId)
  const ids = [...open, ...owing].map(({ id }) => id)
  const rows = await lockSubscriptions(tx, { organizationId, ids })
  const facts = await readFacts(tx, rows)
  const decisions = rows.flatMap((row): DecisionToSave[] => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'a locked subscription has facts')
    const decision = decideForgiveness(before) ?? decideRevocation(before, {}, now)
    if (isRefused(decision)) return []
    return [{ row, before, decision: { ...decision, order: null }, tax: null }]
  })
  await saveDecisions(uow, deps, decisions)
}
