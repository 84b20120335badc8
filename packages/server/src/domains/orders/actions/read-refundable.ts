import type { Kysely } from 'kysely'
import { minorUnits } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { dueOf } from '../rules/due.ts'
import { returnableOf, type Split } from '../rules/refund-amounts.ts'
import type { OrderRow } from '../store/orders.ts'
import { findRefundsOf } from '../store/refunds.ts'
import { knownRefund } from './read-status.ts'

const nothing: Split = { amount: minorUnits(0), taxAmount: minorUnits(0) }

/** What of an order can go back by now; nothing of what isn’t paid. */
export async function readRefundable(db: Kysely<Tables>, order: OrderRow): Promise<Split> {
  if (order.paidAt === null) return nothing
  const refunds = (await findRefundsOf(db, order)).map(knownRefund)
  return returnableOf({ ...order, chargedAmount: dueOf(order) }, refunds)
}
