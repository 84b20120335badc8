import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { planRevoke } from '../rules/cancellation.ts'
import { findOpenSubscriptionsOf, lockSubscriptions } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { readFacts } from './read-facts.ts'
import { type PlanToSave, savePlans } from './save-plans.ts'

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Whoever is deleted has no subscriptions any more. Nobody is left to be billed for the rest. */
export const revokeOfCustomer = (parts: SubscriptionParts, key: CustomerKey): Promise<void> =>
  work(parts.workshop, key, (unit) => revokeAll(unit, parts, key))

async function revokeAll(
  unit: Work,
  parts: SubscriptionParts,
  { organizationId, customerId }: CustomerKey,
): Promise<void> {
  const { tx, now } = unit
  const open = await findOpenSubscriptionsOf(tx, organizationId, customerId)
  const ids = open.map(({ id }) => id)
  const rows = await lockSubscriptions(tx, { organizationId, ids })
  const facts = await readFacts(tx, rows)
  const plans = rows.flatMap((row): PlanToSave[] => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'what is locked has facts')
    const plan = planRevoke(before, {}, now)
    return isRefused(plan) ? [] : [{ row, before, plan: { ...plan, order: null }, tax: null }]
  })
  await savePlans(unit, parts, plans)
}
