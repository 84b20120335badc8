import { assert } from '../../../kernel/assert.ts'
import type { DisputedOrder } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { standingDisputesOf } from '../../orders/actions/standing-disputes.ts'
import type { Decision } from '../rules/decision.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import { decideDisputeEnd, decideHold } from '../rules/hold.ts'
import { lockOpenSubscriptionsOf } from '../store/billing-details.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { heldAmong } from './read-holds.ts'
import { readSettings } from './read-settings.ts'
import { type DecisionToSave, saveDecisions } from './save-decisions.ts'

/**
 * Subscriptions follow the disputes of their customer in the same transaction: they are locked
 * before the dispute changes, so that no renewal is decided in between.
 */
export const followDispute =
  (deps: SubscriptionDeps) => async (uow: UnitOfWork, customer: DisputedOrder) => {
    const rows = await lockOpenSubscriptionsOf(uow.tx, customer)
    return () => follow(uow, deps, rows)
  }

async function follow(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const { tx, now } = uow
  const [first] = rows
  if (first === undefined) return
  const { organizationId, customerId } = first
  const settings = await readSettings(tx, organizationId)
  const disputes = await standingDisputesOf(tx, { organizationId, customerIds: [customerId] })
  const disputed = new Set(disputes.map(({ subscriptionId }) => subscriptionId))
  const held = await heldAmong(tx, rows, settings)
  const ends = ({ id }: SubscriptionRow) => settings.disputeBehavior === 'end' && disputed.has(id)
  await saveChanged(uow, deps, rows, (facts, row) =>
    ends(row) ? decideDisputeEnd(facts, now) : decideHold(facts, held.has(row.id), now),
  )
}

/** The customer chose another card: it may be a disputed one, or the former was. */
export async function followCard(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const held = await heldAmong(uow.tx, rows)
  await saveChanged(uow, deps, rows, (facts, { id }) => decideHold(facts, held.has(id), uow.now))
}

async function saveChanged(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  rows: readonly SubscriptionRow[],
  decide: (facts: SubscriptionFacts, row: SubscriptionRow) => Decision,
): Promise<void> {
  const facts = await readFacts(uow.tx, rows)
  const decisions = rows.flatMap((row): DecisionToSave[] => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'a locked subscription has facts')
    const decision = decide(before, row)
    return decision.transitions.length === 0 ? [] : [{ row, before, decision, tax: null }]
  })
  await saveDecisions(uow, deps, decisions)
}
