import type * as contract from '@guildhall/contract/limits/limit-shapes'
import {
  type UsageLimit,
  type UsageReservation,
  usageLimitSetters,
  usageReservationStatuses,
} from '@guildhall/contract/limits/limit-shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { Allowance } from '../rules/allowance.ts'
import type { ReservationRow } from '../store/reservations.ts'
import type { UsageLimitRow } from '../store/usage-limits.ts'

const setter = z.enum(usageLimitSetters)

export const presentLimit = (row: UsageLimitRow): UsageLimit => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  customerId: row.customerId,
  meterId: row.meterId,
  units: row.units === null ? null : Number(row.units),
  subscriptionId: row.subscriptionId,
  amount: row.amount,
  setBy: z.parse(setter, row.setBy),
  isHard: row.isHard,
  thresholds: [...row.thresholds],
})

const numberOf = (units: Decimal): number => Number(formatDecimal(units))

export const presentAllowance = (
  meterId: Id<'meter'>,
  { consumed, held, balance, remainingUnits, remainingAmount, returnsAt }: Allowance,
): contract.Allowance => ({
  meterId,
  consumedUnits: numberOf(consumed),
  heldUnits: numberOf(held),
  balance: balance === null ? null : numberOf(balance),
  remainingUnits: remainingUnits === null ? null : numberOf(remainingUnits),
  remainingAmount,
  returnsAt,
})

const status = z.enum(usageReservationStatuses)

export const presentReservation = (row: ReservationRow): UsageReservation => ({
  id: row.id,
  createdAt: row.createdAt,
  customerId: row.customerId,
  meterId: row.meterId,
  subscriptionId: row.subscriptionId,
  externalId: row.externalId,
  units: Number(row.units),
  status: z.parse(status, row.status),
  expiresAt: row.expiresAt,
  settledUnits: row.settledUnits === null ? null : Number(row.settledUnits),
  eventId: row.eventId,
})
