import { Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { carryOutPayments, type PaymentRow } from '../../payments/index.ts'
import { nextDueAt } from '../rules/due.ts'
import { followStoppedClock } from '../store/due.ts'
import { saveDueAt } from '../store/saving.ts'
import { lockSubscriptions, type SomeSubscriptions } from '../store/subscriptions.ts'
import { beginCollecting, type OrderToCollect } from './collect.ts'
import type { Candidate } from './decide-due.ts'
import type { SubscriptionParts } from './parts.ts'
import { type Prepared, type PreparedBatch, prepareDue } from './prepare-due.ts'
import { type SavedPlan, savePlans } from './save-plans.ts'
import { settleAttempts } from './settle-attempts.ts'

/**
 * One step of each of these subscriptions of one organization, where it is due: decided without a
 * lock, saved in one transaction, charged outside of any, and taken to account in another. A crash in
 * between loses nothing: what is begun is noted, and whoever hears of its end goes on.
 */
export async function runBatch(parts: SubscriptionParts, some: SomeSubscriptions): Promise<void> {
  const { organizationId } = some
  const batch = await prepareDue(parts, some)
  const begun = await work(parts.workshop, some, (unit) => carryOut(unit, parts, batch))
  if (begun.length === 0) return
  const keys = begun.map(({ id: paymentId }) => ({ organizationId, paymentId }))
  await settleAttempts(parts, organizationId, await carryOutPayments(parts, keys))
}

async function carryOut(
  unit: Work,
  parts: SubscriptionParts,
  { prepared, idle }: PreparedBatch,
): Promise<PaymentRow[]> {
  await letRest(unit, idle)
  const [first] = prepared
  if (first === undefined) return []
  const { organizationId } = first.row
  const ids = prepared.map(({ row }) => row.id)
  const locked = await lockSubscriptions(unit.tx, { organizationId, ids })
  const rows = new Map(locked.map((row) => [row.id, row]))
  const current = prepared.flatMap((one) => {
    const row = rows.get(one.row.id)
    return row?.version === one.row.version ? { ...one, row } : []
  })
  const saved = await savePlans(
    unit,
    parts,
    current.map(({ row, facts: before, plan, tax, isFailedAhead: isUncollectable }) => ({
      row,
      before,
      plan,
      tax,
      isUncollectable,
    })),
  )
  const orders = current.flatMap((one) => ordersToCollect(one, saved.get(one.row.id)))
  return orders.length === 0 ? [] : beginCollecting(unit, parts, orders)
}

/**
 * What isn’t due after all: its organization’s clock has stopped, which then alone says what is due,
 * or something else has moved the day.
 */
async function letRest(unit: Work, idle: readonly Candidate[]): Promise<void> {
  const [first] = idle
  if (first === undefined) return
  const { organizationId } = first.row
  const ids = idle.map(({ row }) => row.id)
  await followStoppedClock(unit.tx, { organizationId, ids })
  for (const { row, facts } of idle) await saveDueAt(unit.tx, row, nextDueAt(facts))
}

/** What is open of it, and what it was just billed. */
function ordersToCollect(one: Prepared, saved: SavedPlan | undefined): OrderToCollect[] {
  const { row, plan, customer, paymentMethodId, open, isFailedAhead } = one
  const placed = saved?.placed ?? null
  const billed = placed === null || placed.dueAmount === 0 ? [] : [placed]
  if (isFailedAhead && placed !== null && billed.length === 0)
    throw new Problem('conflicting_change')
  if (paymentMethodId === null || customer === null) {
    if (!isFailedAhead && billed.length > 0) throw new Problem('conflicting_change')
    return []
  }
  const orders = [
    ...open.map(({ order, dueAmount }) => ({ orderId: order.id, dueAmount })),
    ...billed.map(({ order, dueAmount }) => ({ orderId: order.id, dueAmount })),
  ]
  const { name: productName } = plan.after.product
  return orders.map((order) => ({
    ...order,
    row,
    customer,
    productName,
    paymentMethodId,
  }))
}
