import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { decideRecovery } from '../rules/dunning.ts'
import { lockSubscriptions, type SubscriptionKey } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { saveDecisions } from './save-decisions.ts'

/** The seller voided an order or wrote it off: without another one its subscription owes nothing. */
export const recoverAfterClosing = (
  deps: SubscriptionDeps,
  { organizationId, id }: SubscriptionKey,
): Promise<void> =>
  runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const [row] = await lockSubscriptions(uow.tx, { organizationId, ids: [id] })
    const before = row && (await readFacts(uow.tx, [row])).get(row.id)
    if (row === undefined || before === undefined) return
    const open = await openOrdersOf(uow.tx, organizationId, [id])
    const decision = decideRecovery(before, { hasOpenOrders: open.length > 0 }, uow.now)
    if (decision.transitions.length === 0) return
    await saveDecisions(uow, deps, [{ row, before, decision, tax: null }])
  })
