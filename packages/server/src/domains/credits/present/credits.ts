import { id } from '@guildhall/contract/primitives'
import { CreditLot, CreditMovement } from '@guildhall/contract/usage/credit-shapes'
import * as z from 'zod/mini'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { sourcesOfGrants } from '../rules/grant-cycles.ts'
import type { Lot } from '../rules/lots.ts'
import type { MovementRow } from '../store/credit-list.ts'
import { type LotRow, noSubscription } from '../store/facts.ts'

const { source, closedBy } = CreditLot.shape

/** With what a decision would leave of it now, if it is open. */
export const presentLot = (row: LotRow, now: Lot | undefined): CreditLot => {
  const by = now === undefined ? row.closedBy : (now.closed?.by ?? null)
  return {
    id: row.id,
    createdAt: row.createdAt,
    customerId: row.customerId,
    meterId: row.meterId,
    source: z.parse(source, row.source),
    benefitGrantId: isOfGrant(row) ? z.parse(grantId, row.sourceId) : null,
    units: Number(row.amount),
    remainingUnits: Number(now === undefined ? row.remaining : formatDecimal(now.remaining)),
    priority: row.priority,
    rollover: row.rollsOver,
    expiresAt: row.expiresAt,
    closedAt: by === null ? null : (row.closedAt ?? row.expiresAt),
    closedBy: z.parse(closedBy, by),
    reason: row.reason,
  }
}

const grantId = id('benefitGrant')

const isOfGrant = (row: LotRow): boolean => sourcesOfGrants.has(row.source)

const { type } = CreditMovement.shape

export const presentMovement = (row: MovementRow): CreditMovement => ({
  id: row.id,
  createdAt: row.createdAt,
  customerId: row.customerId,
  meterId: row.meterId,
  type: z.parse(type, row.kind),
  units: Number(row.units),
  balance: Number(row.balance),
  lotId: row.lotId,
  subscriptionId: row.subscriptionId === noSubscription ? null : row.subscriptionId,
  periodStart: row.periodStart,
  reason: row.reason,
})
