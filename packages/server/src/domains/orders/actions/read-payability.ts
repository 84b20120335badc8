import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Payability, payability } from '../rules/payable.ts'
import type { OrderRow } from '../store/orders.ts'
import { findRefundsOf } from '../store/refunds.ts'
import { knownRefund } from './refund-state.ts'

/** How an order stands for anyone who wants to pay it. */
export async function readPayability(db: Kysely<Tables>, order: OrderRow): Promise<Payability> {
  const refunds = await findRefundsOf(db, order)
  return payability(order, refunds.map(knownRefund))
}
