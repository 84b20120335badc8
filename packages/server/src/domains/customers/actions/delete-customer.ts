import { Problem } from '../../../kernel/refusal.ts'
import type { CustomerDeletion } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerKey, saveCustomer } from '../store/customers.ts'
import { customerEvent } from './customer-events.ts'
import type { CustomerChangeDeps } from './deps.ts'
import { endSessionsOf } from './end-customer-sessions.ts'

type Deps = Pick<CustomerChangeDeps, 'beforeCustomerDeletion'>

interface RequestedDeletion extends Pick<CustomerDeletion, 'forfeitsBalance' | 'actor'> {
  readonly key: CustomerKey
  /** Whether what is personal is erased as soon as nothing needs it any more. */
  readonly isErased: boolean
}

/** Keeps the row, because orders name it. The customer's sessions end. */
export async function deleteCustomer(
  uow: UnitOfWork,
  { beforeCustomerDeletion }: Deps,
  { key, isErased, ...choice }: RequestedDeletion,
): Promise<void> {
  const { tx, now } = uow
  const deleted = await saveCustomer(
    tx,
    key,
    { deletedAt: now, ...(isErased && { erasureRequestedAt: now }) },
    now,
  )
  if (deleted === undefined) throw new Problem('not_found')
  const { organizationId, id: customerId } = deleted
  for (const hook of beforeCustomerDeletion) {
    await hook(uow, { organizationId, customerId, ...choice })
  }
  await endSessionsOf(uow, key)
  if (isErased) uow.noteDue(organizationId, 'customers.erase')
  uow.record(customerEvent('deleted', deleted))
}
