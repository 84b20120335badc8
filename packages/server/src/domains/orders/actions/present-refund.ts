import { Refund } from '@guildhall/contract/orders/refund-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { RefundOfOrder } from '../store/refunds.ts'

const { status, reason, metadata } = Refund.shape

export const presentRefund = (row: RefundOfOrder): Refund => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  metadata: z.parse(metadata, row.metadata),
  status: z.parse(status, row.status),
  reason: z.parse(reason, row.reason),
  amount: row.amount,
  taxAmount: row.taxAmount,
  currency: row.currency,
  organizationId: row.organizationId,
  orderId: row.orderId,
  subscriptionId: row.subscriptionId,
  customerId: row.customerId,
  revokeBenefits: row.revokeBenefits,
  comment: row.comment,
  failureReason: row.failureReason,
})

const codec = wireCodec(Refund, 'billing')

/**
 * What happened to a refund, with the refund as of then. `started` is for this server alone: that
 * the processor is about to be asked.
 */
export function refundEvent(
  action: 'started' | 'created' | 'updated',
  row: RefundOfOrder,
): NewEvent {
  const payload = encodedText(codec.encode(presentRefund(row)))
  return {
    name: `refund.${action}`,
    organizationId: row.organizationId,
    customerId: row.customerId,
    object: { type: 'refund', id: row.id, version: row.version },
    payload,
  }
}
