import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import { chargedUnits, priceUsage } from '../../../kernel/metered-price.ts'
import { storePrice } from '../../../kernel/stored-price.ts'
import { readPrice } from '../../../platform/database/read-price.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { findSettlementsOfUsage } from '../../orders/store/settlements.ts'
import type { BillingEntry, SubscriptionFacts } from '../rules/facts.ts'
import { decideLateUsage, type LateDecision, type LateUsage } from '../rules/late-usage.ts'
import { hasEnded } from '../rules/lifecycle.ts'
import { findLateUsage, type LateUsageRow, updateSettlements } from '../store/settled-usage.ts'
import {
  lockSubscriptions,
  type SubscriptionBatch,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { insertRevisions } from '../store/usage-settlements.ts'
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
  const rows = (await findLateUsage(deps.uowFactory.database.kysely, some)).filter(isToBill)
  if (rows.length === 0) return false
  const { organizationId } = some
  const ids = rows.map(({ subscriptionId }) => subscriptionId)
  await runUnitOfWork(deps.uowFactory, some, (uow) => settle(uow, deps, { organizationId, ids }))
  return true
}

/** Of a period that goes on, what more was used is billed at its end. */
const isToBill = (row: LateUsageRow): boolean =>
  !row.isOpen || priceUsage(readPrice(row.price), currentUsage(row)).amount < row.amount

const currentUsage = ({ currentUnits, coveredUnits }: LateUsageRow) => ({
  consumed: decimal(currentUnits),
  credited: decimal(coveredUnits),
})

async function settle(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  some: SubscriptionBatch,
): Promise<void> {
  const { organizationId } = some
  const locked = await lockSubscriptions(uow.tx, some)
  const rows = locked.filter(({ status }) => !hasEnded(status))
  const found = (await findLateUsage(uow.tx, some)).filter(isToBill)
  // No more events of their customers are counted, and credits cover what they can of it first.
  for (const settled of deps.onUsageSettled) await settled(uow, found)
  const held = new Set(found.map(({ subscriptionId }) => subscriptionId))
  const late = groupBy(
    (await findLateUsage(uow.tx, some)).filter(
      (one) => held.has(one.subscriptionId) && isToBill(one),
    ),
    ({ subscriptionId }) => subscriptionId,
  )
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
  const linked = new Map<BillingEntry, BillingEntry>()
  for (const { settled, id } of await keepSettled(uow, { row, own, lates, decision })) {
    for (const entry of settled.entries) linked.set(entry, { ...entry, usageSettlementId: id })
  }
  if (decision.transitions.length === 0) return
  const entries = decision.entries.map((entry) => linked.get(entry) ?? entry)
  const settlements = lates.flatMap((late) => late.settlements)
  const paid = { ...before, settlements }
  await saveDecisions(uow, deps, [
    { row, before: paid, decision: { ...decision, entries }, tax: null },
  ])
}

interface Decided extends Pick<Late, 'row' | 'own'> {
  readonly lates: readonly LateUsage[]
  readonly decision: LateDecision
}

/** What is billed of these periods by now. */
async function keepSettled(
  uow: UnitOfWork,
  { row: { organizationId }, own, lates, decision }: Decided,
) {
  const all = decision.settled.flatMap((settled) => {
    const { late, amount } = settled
    const stored = own[lates.indexOf(late)]
    if (stored === undefined) return []
    const consumedUnits = formatDecimal(late.current.consumed)
    const creditedUnits = formatDecimal(late.current.credited)
    const charged = formatDecimal(chargedUnits(late.price, late.current))
    const row = { ...stored, consumedUnits, creditedUnits, chargedUnits: charged, amount }
    return { settled, row, price: storePrice(late.price), startsAt: stored.startsAtExactly }
  })
  await updateSettlements(
    uow,
    organizationId,
    all.map((one) => one.row),
  )
  const ids = await insertRevisions(
    uow,
    organizationId,
    all.map(({ row: { subscriptionId, meterId }, price, startsAt }) => ({
      subscriptionId,
      meterId,
      startsAt,
      price,
    })),
  )
  return all.flatMap(({ settled }, at) => {
    const id = ids[at]
    return id === undefined ? [] : { settled, id }
  })
}

const lateUsageOf = async (uow: UnitOfWork, row: LateUsageRow): Promise<LateUsage> => ({
  meterId: row.meterId,
  meterName: row.meterName,
  productPriceId: row.productPriceId,
  period: { start: row.startsAt, end: row.endsAt },
  price: readPrice(row.price),
  billed: { consumed: decimal(row.consumedUnits), credited: decimal(row.creditedUnits) },
  amount: row.amount,
  isOpen: row.isOpen,
  current: currentUsage(row),
  settlements: await findSettlementsOfUsage(uow.tx, row.organizationId, row.settlementIds),
})
