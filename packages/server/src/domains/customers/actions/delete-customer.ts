import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { dropSecrets } from '../../organizations/index.ts'
import { deleteSessionsOf } from '../store/customer-sessions.ts'
import { type CustomerKey, saveCustomer } from '../store/customers.ts'
import { customerEvent } from './present-customer.ts'

/** The row stays, for what was bought names it; whoever was let in by it is out. */
export async function deleteCustomer(work: Work, key: CustomerKey): Promise<void> {
  const { tx, now } = work
  const deleted = await saveCustomer(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  await dropSecrets(tx, await deleteSessionsOf(tx, key))
  work.record(customerEvent('deleted', deleted))
}
