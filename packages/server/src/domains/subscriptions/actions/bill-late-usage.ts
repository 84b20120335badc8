import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findSettlements, openOrdersOf } from '../../orders/index.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import { decideLateUsage, type LateUsage } from '../rules/late-usage.ts'
import { hasEnded } from '../rules/lifecycle.ts'
import { findLateUsage, type LateUsageRow, updateSettlements } from '../store/settled-usage.ts'
import {
  lockSubscriptions,
  type SubscriptionBatch,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { saveDecisions } from './save-decisions.ts'

/**
 * Bills usage of former periods that was reported after they had been billed, with the next order of
 * its subscription. Answers whether there is any.
 */
export async function billLateUsage(
  deps: SubscriptionDeps,
  some: SubscriptionBatch,
): Promise<boolean> {
  const rows = await findLateUsage(deps.uowFactory.database.kysely, some)
  if (rows.length === 0) return false
  const { organizationId } = some
  const ids = rows.map(({ subscriptionId }) => subscriptionId)
  await runUnitOfWork(deps.uowFactory, some, (uow) => settle(uow, deps, { organizationId, ids }))
  return true
}

async function settle(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  some: SubscriptionBatch,
): Promise<void> {
  const { organizationId } = some
  const locked = await lockSubscriptions(uow.tx, some)
  const rows = locked.filter(({ status }) => !hasEnded(status))
  const found = await findLateUsage(uow.tx, some)
  // Credits cover what they can of it first.
  for (const settled of deps.onUsageSettled) await settled(uow, found)
  const late = groupBy(await findLateUsage(uow.tx, some), ({ subscriptionId }) => subscriptionId)
  const facts = await readFacts(uow.tx, rows)
  const open = await openOrdersOf(uow.tx, organizationId, [...late.keys()])
  const owing = new Set(open.map(({ order }) => order.subscriptionId))
  for (const row of rows) {
    const before = facts.get(row.id)
    const own = late.get(row.id) ?? []
    if (before === undefined || own.length === 0) continue
    await settleOne(uow, deps, {
      row,
      before: { ...before, hasOpenOrders: owing.has(row.id) },
      own,
    })
  }
}

interface Late {
  readonly row: SubscriptionRow
  readonly before: SubscriptionFacts
  readonly own: readonly LateUsageRow[]
}

async function settleOne(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { row, before, own }: Late,
): Promise<void> {
  const lates: LateUsage[] = []
  for (const one of own) lates.push(await lateUsageOf(uow, one))
  const decision = decideLateUsage(before, lates)
  if (decision.transitions.length > 0) {
    const settlements = lates.flatMap((late) => late.settlements)
    const paid = { ...before, settlements }
    await saveDecisions(uow, deps, [{ row, before: paid, decision, tax: null }])
  }
  const settled = decision.settled.flatMap(({ late, amount }) => {
    const stored = own[lates.indexOf(late)]
    if (stored === undefined) return []
    const consumedUnits = formatDecimal(late.current.consumed)
    const creditedUnits = formatDecimal(late.current.credited)
    return { ...stored, consumedUnits, creditedUnits, amount }
  })
  await updateSettlements(uow, row.organizationId, settled)
}

const lateUsageOf = async (uow: UnitOfWork, row: LateUsageRow): Promise<LateUsage> => ({
  meterId: row.meterId,
  meterName: row.meterName,
  productPriceId: row.productPriceId,
  period: { start: row.startsAt, end: row.endsAt },
  unitAmount: decimal(row.unitAmount),
  capAmount: row.capAmount,
  billed: { consumed: decimal(row.consumedUnits), credited: decimal(row.creditedUnits) },
  amount: row.amount,
  current: { consumed: decimal(row.currentUnits), credited: decimal(row.coveredUnits) },
  settlements: await findSettlements(uow.tx, {
    organizationId: row.organizationId,
    subscriptionId: row.subscriptionId,
    periodEnd: row.endsAt,
  }),
})
