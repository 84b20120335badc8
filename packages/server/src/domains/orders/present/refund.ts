import { Refund } from '@guildhall/contract/orders/refund-shapes'
import * as z from 'zod/mini'
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
  balanceAmount: row.owedAmount,
  currency: row.currency,
  organizationId: row.organizationId,
  orderId: row.orderId,
  subscriptionId: row.subscriptionId,
  customerId: row.customerId,
  revokeBenefits: row.revokeBenefits,
  comment: row.comment,
  failureReason: row.failureReason,
})
