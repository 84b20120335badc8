import { TopUp, type TopUpInUse } from '@guildhall/contract/topups/top-up-shapes'
import * as z from 'zod/mini'
import type { TopUpRow } from '../store/top-ups.ts'

const { stopReason } = TopUp.shape

export const presentTopUp = (row: TopUpRow): TopUp => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  customerId: row.customerId,
  meterId: row.meterId,
  productId: row.productId,
  threshold: Number(row.threshold),
  purchasesMax: row.purchasesMax,
  totalAmountMax: row.totalAmountMax,
  currency: row.currency,
  status: row.stopReason === null ? 'on' : 'stopped',
  consentedAt: row.consentedAt,
  stopReason: z.parse(stopReason, row.stopReason),
  stopMessage: row.stopMessage,
  stoppedAt: row.stoppedAt,
})

export const presentInUse = (
  row: TopUpRow,
  { purchases, isPurchasing }: Pick<TopUpInUse, 'purchases' | 'isPurchasing'>,
): TopUpInUse => ({ ...presentTopUp(row), purchases, isPurchasing })
