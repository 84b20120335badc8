import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add, minorUnits, negate, subtract, sum } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { postDispute } from '../../ledger/actions/post-entries.ts'
import {
  type DisputeReport,
  decideReport,
  disputeStatusOf,
  isOpen,
  isStanding,
  wasTakenBack,
} from '../rules/dispute.ts'
import { type Return, splitDispute, splitTotal } from '../rules/refund-amounts.ts'
import { type DisputeRow, findDisputesOf, insertDispute, saveDispute } from '../store/disputes.ts'
import { findOrder, lockOrder, type OrderRow } from '../store/orders.ts'
import { findRefundsOf } from '../store/refunds.ts'
import type { DisputeDeps } from './deps.ts'
import { recordDisputeEvent, reportOf, statusOfDispute } from './dispute-state.ts'
import { reclaim, taxPlaceOf } from './postings.ts'
import { knownRefund, readCharged } from './refund-state.ts'

export interface ReportedDispute {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly processorId: string
  /** In the processor’s terms. */
  readonly status: string
  readonly isWarning: boolean
  readonly reason: string | null
  readonly evidenceDueBy: Date | null
  readonly reportedAt: Date | null
  /** With tax. */
  readonly amount: MinorUnits
  /** Where the seller answers. */
  readonly processorUrl: string | null
}

/**
 * Records what the processor says about a dispute. While it is open, and after it is lost, its part
 * of the order is neither refunded nor credited, and what was credited before is owed by the
 * customer again; the order itself stays unchanged. Subscriptions are locked before the order, and
 * follow in the same transaction. Null where the report says nothing new.
 */
export async function recordDispute(
  uow: UnitOfWork,
  deps: Pick<DisputeDeps, 'onDisputeChanged'>,
  reported: ReportedDispute,
): Promise<Id<'dispute'> | null> {
  const { organizationId, orderId: id } = reported
  const known = await findOrder(uow.tx, { organizationId, id })
  assert(known !== undefined, 'a dispute is about an order')
  const followers: (() => Promise<void>)[] = []
  for (const hook of deps.onDisputeChanged) followers.push(await hook(uow, known))
  const order = await lockOrder(uow.tx, { organizationId, id })
  assert(order !== undefined, 'orders are never deleted')
  const recorded = await applyReport(uow, order, reported)
  if (recorded === null) return null
  await postState(uow, order, recorded)
  for (const follow of followers) await follow()
  return recorded.dispute.id
}

interface Recorded {
  readonly dispute: DisputeRow
  /** In addition to what it took before. */
  readonly takenLater: Return | null
}

/** Null where the report says nothing new. */
async function applyReport(
  uow: UnitOfWork,
  order: OrderRow,
  reported: ReportedDispute,
): Promise<Recorded | null> {
  const report: DisputeReport = { ...reported, status: disputeStatusOf(reported.status) }
  const before = knownAs(await findDisputesOf(uow.tx, order), reported)
  if (before === undefined) {
    const dispute = await insert(uow, order, { reported, report })
    await recordDisputeEvent(uow, 'dispute.created', order, dispute)
    return { dispute, takenLater: null }
  }
  const known = reportOf(before)
  const changes = decideReport(known, report)
  const status = changes?.status ?? known.status
  const mayTake = isOpen(known.status) && status !== 'won' && !reported.isWarning
  const takenLater = mayTake ? await takeMore(uow, order, before, reported.amount) : null
  if (changes === null && takenLater === null) return null
  const update = { before, changes: changes ?? known, reported, takenLater }
  const dispute = await saveUpdate(uow, order, update)
  await recordDisputeEvent(uow, 'dispute.updated', order, dispute)
  return { dispute, takenLater }
}

/**
 * A refund of the order has failed: the money is left of the payment again, and disputes that took
 * it back as well hold it from now on. The order is locked.
 */
export async function leaveToDisputes(uow: UnitOfWork, order: OrderRow): Promise<void> {
  for (const dispute of await findDisputesOf(uow.tx, order)) {
    const known = reportOf(dispute)
    if (!isStanding(known.status)) continue
    const takenLater = await takeMore(uow, order, dispute, dispute.disputedAmount)
    if (takenLater === null) continue
    const saved = await saveDispute(uow.tx, dispute, together(dispute, takenLater), uow.now)
    assert(saved !== undefined, 'a dispute doesn’t change under the order’s lock')
    await recordDisputeEvent(uow, 'dispute.updated', order, saved)
    await postState(uow, order, { dispute: saved, takenLater })
  }
}

/**
 * The bank took back what was refunded as well, which doesn’t count while the refund stands. Null
 * where nothing is left to take.
 */
async function takeMore(
  uow: UnitOfWork,
  order: OrderRow,
  before: DisputeRow,
  amount: MinorUnits,
): Promise<Return | null> {
  const taken = totalOf(before)
  if (amount <= taken) return null
  const more = await takeBack(uow, order, subtract(amount, taken))
  return totalOf(more) === 0 ? null : more
}

const totalOf = ({ amount, taxAmount, owedAmount }: Return): MinorUnits =>
  sum([amount, taxAmount, owedAmount])

/**
 * A dispute takes over the warning of its payment, and a warning that arrives late belongs to the
 * dispute.
 */
const knownAs = (
  disputes: readonly DisputeRow[],
  { processorId, paymentId, isWarning }: ReportedDispute,
): DisputeRow | undefined => {
  const ofPayment = disputes.filter((one) => one.paymentId === paymentId)
  if (isWarning) {
    return ofPayment.find(({ warningId }) => warningId === processorId) ?? ofPayment[0]
  }
  return (
    ofPayment.find((one) => one.processorId === processorId) ??
    ofPayment.find((one) => one.processorId === null)
  )
}

interface NewReport {
  readonly reported: ReportedDispute
  readonly report: DisputeReport
}

/** Also where only its end is reported. */
async function insert(
  uow: UnitOfWork,
  order: OrderRow,
  { reported, report }: NewReport,
): Promise<DisputeRow> {
  const { paymentId, processorId, isWarning, processorUrl, amount } = reported
  const { organizationId, id: orderId, currency } = order
  const taken = wasTakenBack(report.status)
  const split = taken ? await takeBack(uow, order, amount) : expected(order, amount)
  if (report.status === 'won') await reclaim(uow, order, negate(split.owedAmount))
  return insertDispute(uow.tx, {
    ...split,
    organizationId,
    id: uow.newId('dispute'),
    orderId,
    paymentId,
    processorId: isWarning ? null : processorId,
    warningId: isWarning ? processorId : null,
    processorUrl,
    currency,
    disputedAmount: amount,
    status: report.status,
    reason: report.reason,
    evidenceDueBy: report.evidenceDueBy,
    reportedAt: report.reportedAt,
    createdAt: uow.now,
  })
}

interface Update {
  readonly before: DisputeRow
  readonly reported: ReportedDispute
  readonly changes: NonNullable<ReturnType<typeof decideReport>>
  readonly takenLater: Return | null
}

async function saveUpdate(
  uow: UnitOfWork,
  order: OrderRow,
  { before, changes, reported, takenLater }: Update,
): Promise<DisputeRow> {
  const { isWarning, processorId, reportedAt, amount } = reported
  const known = statusOfDispute(before)
  const isNewlyTaken = wasTakenBack(changes.status) && !wasTakenBack(known)
  const split = isNewlyTaken
    ? await takeBack(uow, order, amount)
    : takenLater && together(before, takenLater)
  const owed = split?.owedAmount ?? before.owedAmount
  if (changes.status === 'won' && (isNewlyTaken || isStanding(known))) {
    await reclaim(uow, order, negate(owed))
  }
  const saved = await saveDispute(
    uow.tx,
    before,
    {
      status: changes.status,
      reason: changes.reason,
      evidenceDueBy: changes.evidenceDueBy,
      ...split,
      processorId: isWarning ? before.processorId : processorId,
      disputedAmount: isWarning ? before.disputedAmount : amount,
      reportedAt: later(before.reportedAt, reportedAt),
    },
    uow.now,
  )
  assert(saved !== undefined, 'a dispute doesn’t change under the order’s lock')
  return saved
}

const together = (one: Return, other: Return): Return => ({
  amount: add(one.amount, other.amount),
  taxAmount: add(one.taxAmount, other.taxAmount),
  owedAmount: add(one.owedAmount, other.owedAmount),
})

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/** What the bank has taken back, and what of it the customer owes again. */
async function takeBack(uow: UnitOfWork, order: OrderRow, amount: MinorUnits): Promise<Return> {
  const refunds = await findRefundsOf(uow.tx, order)
  const charged = await readCharged(uow.tx, order, refunds)
  const split = splitDispute(charged, refunds.map(knownRefund), amount)
  await reclaim(uow, order, split.owedAmount)
  return split
}

/** What a warning is about; no money has moved. */
function expected(order: OrderRow, amount: MinorUnits): Return {
  const none = minorUnits(0)
  const split = splitTotal(order, { amount: none, taxAmount: none }, amount)
  return { ...(split ?? { amount, taxAmount: none }), owedAmount: none }
}

async function postState(
  uow: UnitOfWork,
  order: OrderRow,
  { dispute, takenLater }: Recorded,
): Promise<void> {
  const status = statusOfDispute(dispute)
  if (dispute.processorId === null || !wasTakenBack(status)) return
  const isEnded = status === 'won' || status === 'lost'
  await postDispute(uow, {
    organizationId: order.organizationId,
    orderId: order.id,
    paymentId: dispute.paymentId,
    disputeId: dispute.processorId,
    status: isEnded ? status : 'open',
    currency: dispute.currency,
    netAmount: dispute.amount,
    taxAmount: dispute.taxAmount,
    taxPlace: taxPlaceOf(order),
    owedAmount: dispute.owedAmount,
    takenLater: takenLater && { ...takenLater, netAmount: takenLater.amount },
    occurredAt: uow.now,
  })
}
