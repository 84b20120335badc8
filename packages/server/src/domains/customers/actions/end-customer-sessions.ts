import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { deleteSecrets } from '../../organizations/index.ts'
import { deleteCustomerSessions } from '../store/customer-sessions.ts'
import { type CustomerKey, lockCustomer } from '../store/customers.ts'

/** The lock makes a session that is being opened wait, or ends it as well. */
export async function endCustomerSessions(uow: UnitOfWork, key: CustomerKey): Promise<void> {
  if ((await lockCustomer(uow.tx, key)) === undefined) throw new Problem('not_found')
  await endSessionsOf(uow, key)
}

/** For callers that have locked the customer. */
export async function endSessionsOf(
  { tx }: UnitOfWork,
  key: CustomerKey,
  { kept = null }: { readonly kept?: Id<'customerSession'> | null } = {},
): Promise<void> {
  await deleteSecrets(tx, await deleteCustomerSessions(tx, key, kept))
}
