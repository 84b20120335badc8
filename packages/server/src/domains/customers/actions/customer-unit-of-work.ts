import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerCaller, findSessionAccess } from '../store/customer-sessions.ts'
import { type CustomerRow, lockCustomer } from '../store/customers.ts'
import type { CustomerDeps } from './deps.ts'

/**
 * Runs in the organization's time. Checks the session again in the transaction, because the
 * customer may have been deleted meanwhile.
 */
export const customerUnitOfWork = <T>(
  deps: Pick<CustomerDeps, 'uowFactory'>,
  caller: CustomerCaller,
  task: (uow: UnitOfWork) => Promise<T>,
): Promise<T> =>
  runUnitOfWork(
    deps.uowFactory,
    {
      organizationId: caller.organizationId,
      actor: { type: 'customer', id: caller.customerId },
      enter: async (tx) => {
        const access = await findSessionAccess(tx, caller)
        if (access === undefined) throw new Problem('invalid_customer_session')
        return access.frozenAt
      },
    },
    task,
  )

/**
 * For changes that the end of a session must prevent. Sessions end with the customer locked, so the
 * session is checked once more when the lock is held.
 */
export async function lockCallingCustomer(
  { tx }: UnitOfWork,
  caller: CustomerCaller,
): Promise<CustomerRow> {
  const { organizationId, customerId: id } = caller
  const customer = await lockCustomer(tx, { organizationId, id })
  const access = await findSessionAccess(tx, caller)
  if (customer === undefined || access === undefined) throw new Problem('invalid_customer_session')
  return customer
}
