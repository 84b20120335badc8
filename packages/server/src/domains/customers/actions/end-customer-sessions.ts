import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { deleteSecrets } from '../../organizations/store/secret-directory.ts'
import {
  deleteCustomerSession,
  deleteCustomerSessions,
  type PortalCaller,
} from '../store/customer-sessions.ts'
import { type CustomerKey, lockCustomer } from '../store/customers.ts'
import type { CustomerDeps } from './deps.ts'

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

/** Signs the caller out. A change that holds the lock is finished first, and none starts later. */
export const endOwnSession = (
  { uowFactory }: Pick<CustomerDeps, 'uowFactory'>,
  { organizationId, customerId, id }: PortalCaller,
): Promise<void> =>
  runUnitOfWork(uowFactory, { organizationId }, async ({ tx }) => {
    await lockCustomer(tx, { organizationId, id: customerId })
    await deleteSecrets(tx, await deleteCustomerSession(tx, { organizationId, id }))
  })
