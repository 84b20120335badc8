import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { Work } from '../../../platform/work.ts'
import { postDispute } from '../../ledger/index.ts'
import { standingOf } from '../rules/dispute.ts'
import { splitTotal } from '../rules/refund-amounts.ts'
import { findOrder } from '../store/orders.ts'
import { taxPlaceOf } from './tax-place.ts'

export interface ReportedDispute {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  readonly paymentId: Id<'payment'>
  readonly processorId: string
  /** In the processor’s words. */
  readonly status: string
  /** With tax. */
  readonly amount: MinorUnits
}

const nothing = { amount: minorUnits(0), taxAmount: minorUnits(0) }

/** A dispute moves money in the books; the order stays as it is. */
export async function noteDispute(work: Work, reported: ReportedDispute): Promise<void> {
  const { organizationId, orderId, paymentId, processorId: disputeId } = reported
  const status = standingOf(reported.status)
  if (status === null) return
  const order = await findOrder(work.tx, { organizationId, id: orderId })
  assert(order !== undefined, 'an order stays')
  const split = splitTotal(order, nothing, reported.amount)
  assert(split !== null, 'nobody disputes more than was paid')
  await postDispute(work, {
    organizationId,
    orderId,
    paymentId,
    disputeId,
    status,
    currency: order.currency,
    netAmount: split.amount,
    taxAmount: split.taxAmount,
    taxPlace: taxPlaceOf(order),
    occurredAt: work.now,
  })
}
