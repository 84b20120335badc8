import type { Id } from '@guildhall/contract/primitives'
import { byId } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOpenOrders } from '../../orders/store/order-batch.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import { followStoppedClock } from '../store/due.ts'
import { saveDueAt } from '../store/save-subscriptions.ts'
import { lockSubscriptions, type SubscriptionBatch } from '../store/subscriptions.ts'
import { applyPaymentOutcomes } from './apply-payment-outcomes.ts'
import { billLateUsage } from './bill-late-usage.ts'
import { type OrderToCollect, startCollecting } from './collect-orders.ts'
import type { SubscriptionDeps } from './deps.ts'
import { type Prepared, type PreparedBatch, prepareDue } from './prepare-due.ts'
import { type SavedDecision, saveDecisions } from './save-decisions.ts'

/**
 * One step of each of these subscriptions of one organization: decided without a lock, saved in one
 * transaction, charged outside of any, and the outcomes applied in another. A crash in between
 * loses nothing: recorded payments are submitted by a sweep, and their outcomes applied by a job.
 */
export async function runDueBatch(deps: SubscriptionDeps, some: SubscriptionBatch): Promise<void> {
  const { organizationId } = some
  const batch = await prepareBilled(deps, some)
  const payments = await runUnitOfWork(deps.uowFactory, some, (uow) => carryOut(uow, deps, batch))
  if (payments.length === 0) return
  const keys = payments.map(({ id: paymentId }) => ({ organizationId, paymentId }))
  await applyPaymentOutcomes(deps, organizationId, await submitPayments(deps, keys))
}

/** Usage that came late is billed with the renewal, so it is noted before. */
async function prepareBilled(
  deps: SubscriptionDeps,
  some: SubscriptionBatch,
): Promise<PreparedBatch> {
  const batch = await prepareDue(deps, some)
  const ids = batch.prepared.flatMap(({ row, facts }) => (facts.hasSettledUsage ? row.id : []))
  if (ids.length === 0) return batch
  const { organizationId } = some
  return (await billLateUsage(deps, { organizationId, ids })) ? prepareDue(deps, some) : batch
}

async function carryOut(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { prepared, idle }: PreparedBatch,
): Promise<PaymentRow[]> {
  await postpone(uow, idle)
  const [first] = prepared
  if (first === undefined) return []
  const { organizationId } = first.row
  const ids = prepared.map(({ row }) => row.id)
  const rows = byId(await lockSubscriptions(uow.tx, { organizationId, ids }))
  const current = prepared.flatMap((one) => {
    const row = rows.get(one.row.id)
    return row?.version === one.row.version ? { ...one, row } : []
  })
  const saved = await saveDecisions(
    uow,
    deps,
    current.map(({ row, facts: before, decision, tax, isFailedAhead: isUncollectable }) => ({
      row,
      before,
      decision,
      tax,
      isUncollectable,
    })),
  )
  const still = await stillOpen(uow, organizationId, current)
  const orders = current.flatMap((one) => ordersToCollect(one, saved.get(one.row.id), still))
  return orders.length === 0 ? [] : startCollecting(uow, deps, orders)
}

/**
 * These aren’t due after all: their organization’s clock was stopped and alone decides what is due,
 * another change moved the date, or usage that is reported late is waited for.
 */
async function postpone(uow: UnitOfWork, idle: PreparedBatch['idle']): Promise<void> {
  const [first] = idle
  if (first === undefined) return
  const { organizationId } = first.row
  const ids = idle.map(({ row }) => row.id)
  uow.noteDue(organizationId, 'subscriptions.run_due')
  await followStoppedClock(uow.tx, { organizationId, ids })
  for (const { row, dueAt } of idle) await saveDueAt(uow.tx, row, dueAt)
}

/** A seller may have voided an order since this was prepared. */
const stillOpen = (
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  prepared: readonly Prepared[],
): Promise<ReadonlySet<Id<'order'>>> =>
  lockOpenOrders(
    uow.tx,
    organizationId,
    prepared.flatMap(({ open }) => open.map(({ order }) => order.id)),
  )

/** Earlier unpaid orders, and the one that was just placed. */
function ordersToCollect(
  one: Prepared,
  saved: SavedDecision | undefined,
  still: ReadonlySet<Id<'order'>>,
): OrderToCollect[] {
  const { row, decision, customer, paymentMethodId, isFailedAhead } = one
  const open = one.open.filter(({ order }) => still.has(order.id))
  const placed = saved?.placed ?? null
  const billed = placed === null || placed.dueAmount === 0 ? [] : [placed]
  // The balance changed since this was prepared, so what is due did too.
  if (isFailedAhead && placed !== null && billed.length === 0)
    throw new Problem('conflicting_change')
  if (paymentMethodId === null || customer === null) {
    if (!isFailedAhead && billed.length > 0) throw new Problem('conflicting_change')
    return []
  }
  const { name: productName } = decision.after.product
  return [...open, ...billed].map(({ order, dueAmount }) => ({
    orderId: order.id,
    dueAmount,
    row,
    customer,
    productName,
    paymentMethodId,
  }))
}
