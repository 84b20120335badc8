import { DisputeStatus } from '@guildhall/contract/orders/dispute-shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type DisputeReport, decideReport } from '../rules/dispute.ts'
import { type DisputeRow, findDisputesOf, saveDispute } from '../store/disputes.ts'
import type { OrderRow } from '../store/orders.ts'
import { showDispute } from './show-disputes.ts'

export const statusOfDispute = ({ status }: DisputeRow): DisputeStatus =>
  z.parse(DisputeStatus, status)

export const reportOf = (row: DisputeRow): DisputeReport => ({
  status: statusOfDispute(row),
  reason: row.reason,
  evidenceDueBy: row.evidenceDueBy,
  reportedAt: row.reportedAt,
})

export async function recordDisputeEvent(
  uow: UnitOfWork,
  name: 'dispute.created' | 'dispute.updated',
  { customerId, subscriptionId }: OrderRow,
  row: DisputeRow,
): Promise<void> {
  const { organizationId, id, version } = row
  if (row.status === 'lost') uow.noteDue(organizationId, 'orders.numberInvoices')
  const shown = await showDispute(uow.tx, { ...row, customerId, subscriptionId }, uow.now)
  uow.record(eventOf(name, { organizationId, customerId, id, version }, shown))
}

/** Once an order is refunded in full, nothing is left to dispute. The order is locked. */
export async function preventWarnings(uow: UnitOfWork, order: OrderRow): Promise<void> {
  for (const dispute of await findDisputesOf(uow.tx, order)) {
    const known = reportOf(dispute)
    if (known.status !== 'early_warning') continue
    const changes = decideReport(known, { ...known, status: 'prevented' })
    assert(changes !== null, 'a warning can be prevented')
    const saved = await saveDispute(uow.tx, dispute, changes, uow.now)
    assert(saved !== undefined, 'a dispute doesn’t change under the order’s lock')
    await recordDisputeEvent(uow, 'dispute.updated', order, saved)
  }
}
