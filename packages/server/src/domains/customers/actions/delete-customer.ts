import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerKey, saveCustomer } from '../store/customers.ts'
import { customerEvent } from './customer-events.ts'
import { endSessionsOf } from './end-customer-sessions.ts'

/** Keeps the row, because orders name it. The customer's sessions end. */
export async function deleteCustomer(uow: UnitOfWork, key: CustomerKey): Promise<void> {
  const { tx, now } = uow
  const deleted = await saveCustomer(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  await endSessionsOf(uow, key)
  uow.record(customerEvent('deleted', deleted))
}
