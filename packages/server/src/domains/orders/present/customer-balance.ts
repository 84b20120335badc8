import {
  type CustomerBalance,
  CustomerBalanceEntry,
  type CustomerWallet,
} from '@guildhall/contract/orders/balance-shapes'
import type { Currency } from '@guildhall/contract/primitives'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import type { CustomerBalanceTable } from '../../../platform/database/db-types.gen.ts'
import { type CreditedOrder, payableOf } from '../rules/balance-payout.ts'
import { type BalanceShares, usableBy } from '../rules/balance-share.ts'
import type { BalanceEntryRow } from '../store/balance-entries.ts'

export type BalanceRow = Selectable<CustomerBalanceTable>

export const presentWallet = (
  row: BalanceRow,
  shares: BalanceShares,
): z.output<typeof CustomerWallet> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  customerId: row.customerId,
  balance: row.amount,
  currency: row.currency,
  usableAmount: usableOf(row, shares),
})

interface Origin {
  readonly credited: readonly CreditedOrder[]
  readonly adjusted: readonly { readonly currency: Currency; readonly amount: MinorUnits }[]
}

export function presentBalance(
  row: BalanceRow,
  shares: BalanceShares,
  { credited, adjusted }: Origin,
): CustomerBalance {
  const wallet = presentWallet(row, shares)
  const { currency } = row
  const adjustedAmount = adjusted.find((one) => one.currency === currency)?.amount ?? nothing
  const { usableAmount } = wallet
  return {
    ...wallet,
    payableAmount: payableOf(credited, { currency, usableAmount, adjustedAmount }),
  }
}

const nothing = minorUnits(0)

/** A debt is collected with the next order, and is nothing to use. */
const usableOf = ({ customerId, currency }: BalanceRow, shares: BalanceShares): MinorUnits =>
  minorUnits(Math.max(0, usableBy(shares, { customerId, currency, subscriptionId: null })))

const { type } = CustomerBalanceEntry.shape

export const presentBalanceEntry = (row: BalanceEntryRow): CustomerBalanceEntry => ({
  id: row.id,
  createdAt: row.createdAt,
  customerId: row.customerId,
  type: z.parse(type, row.kind),
  currency: row.currency,
  amount: row.amount,
  balance: row.balance,
  orderId: row.placedOrderId,
  checkoutId: row.checkoutId,
  refundId: row.refundId,
  reason: row.reason,
  actor:
    row.actorType === null || row.actorId === null
      ? null
      : { type: row.actorType, id: row.actorId, name: row.actorName },
})
