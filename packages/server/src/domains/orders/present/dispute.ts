import { Dispute } from '@guildhall/contract/orders/dispute-shapes'
import * as z from 'zod/mini'
import { add } from '../../../kernel/money.ts'
import type { DisputeOfOrder } from '../store/disputes.ts'

const { status: statuses } = Dispute.shape

interface ShownDispute {
  readonly dispute: DisputeOfOrder
  readonly customer: Dispute['customer']
  readonly now: Date
}

/** What was credited before is disputed as well, so the amounts add up to what the bank took. */
export function presentDispute({ dispute: row, customer, now }: ShownDispute): Dispute {
  const status = z.parse(statuses, row.status)
  const resolved = status === 'won' || status === 'lost'
  const closed = resolved || status === 'prevented'
  return {
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    id: row.id,
    status,
    resolved,
    closed,
    amount: add(row.amount, row.owedAmount),
    taxAmount: row.taxAmount,
    currency: row.currency,
    reason: row.reason,
    evidenceDueBy: row.evidenceDueBy,
    pastDue: !closed && row.evidenceDueBy !== null && row.evidenceDueBy <= now,
    organizationId: row.organizationId,
    orderId: row.orderId,
    paymentId: row.paymentId,
    customerId: row.customerId,
    subscriptionId: row.subscriptionId,
    customer,
    processorUrl: row.processorUrl,
    caseId: null,
  }
}
