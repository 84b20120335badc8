import type { Dispute } from '@guildhall/contract/orders/dispute-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { presentDispute } from '../present/dispute.ts'
import type { DisputeOfOrder } from '../store/disputes.ts'

/** Disputes of one organization, at an instant of it. */
export async function showDisputes(
  db: Kysely<Tables>,
  rows: readonly DisputeOfOrder[],
  now: Date,
): Promise<Dispute[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = [...new Set(rows.map(({ customerId }) => customerId))]
  const customers = await findCustomersByIds(db, first.organizationId, ids)
  const byId = new Map(customers.map((customer) => [customer.id, presentCustomer(customer)]))
  return rows.map((dispute) => {
    const customer = byId.get(dispute.customerId)
    assert(customer !== undefined, 'the customer of an order is kept as a row')
    return presentDispute({ dispute, customer, now })
  })
}

export async function showDispute(
  db: Kysely<Tables>,
  row: DisputeOfOrder,
  now: Date,
): Promise<Dispute> {
  const [shown] = await showDisputes(db, [row], now)
  assert(shown !== undefined, 'one row makes one dispute')
  return shown
}
