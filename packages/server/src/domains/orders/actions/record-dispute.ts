import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { postDispute } from '../../ledger/index.ts'
import { disputeStatusOf } from '../rules/lifecycles.ts'
import { splitTotal } from '../rules/refund-amounts.ts'
import { findOrder } from '../store/orders.ts'
import { taxPlaceOf } from './postings.ts'

export interface ReportedDispute {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly processorId: string
  /** In the processor’s terms. */
  readonly status: string
  /** With tax. */
  readonly amount: MinorUnits
}

const nothing = { amount: minorUnits(0), taxAmount: minorUnits(0) }

/** A dispute is posted to the ledger, and leaves the order unchanged. */
export async function recordDispute(uow: UnitOfWork, reported: ReportedDispute): Promise<void> {
  const { organizationId, orderId, paymentId, processorId: disputeId } = reported
  const status = disputeStatusOf(reported.status)
  if (status === null) return
  const order = await findOrder(uow.tx, { organizationId, id: orderId })
  assert(order !== undefined, 'orders are never deleted')
  const split = splitTotal(order, nothing, reported.amount)
  assert(split !== null, 'a dispute never exceeds what was paid')
  await postDispute(uow, {
    organizationId,
    orderId,
    paymentId,
    disputeId,
    status,
    currency: order.currency,
    netAmount: split.amount,
    taxAmount: split.taxAmount,
    taxPlace: taxPlaceOf(order),
    occurredAt: uow.now,
  })
}
