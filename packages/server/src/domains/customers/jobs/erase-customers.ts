import type { Id } from '@guildhall/contract/primitives'
import { lookInEach } from '../../../platform/due/look-at-due.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { customerEvent } from '../actions/customer-events.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import type { CustomerKey } from '../store/customers.ts'
import {
  customersToErase,
  eraseCustomer,
  listCustomersToErase,
  lockCustomerToErase,
} from '../store/erasures.ts'

export type EraseDeps = Pick<CustomerDeps, 'uowFactory'> & Pick<Hooks, 'customerErasers'>

/**
 * Erases what is personal of deleted customers, as was requested when they were deleted. Those whose
 * subscriptions or orders are still being ended stay for a later run.
 */
export const eraseCustomersJob: JobDefinition<EraseDeps> = schedule({
  name: customersToErase.kind,
  cron: '*/10 * * * *',
  run: (deps: EraseDeps, { signal }) =>
    lookInEach(deps.uowFactory, {
      list: customersToErase,
      signal,
      run: (organizationIds) => eraseIn(deps, organizationIds, signal),
    }),
})

async function eraseIn(
  deps: EraseDeps,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  let after: CustomerKey | null = null
  for (;;) {
    const customers: readonly CustomerKey[] = await listCustomersToErase(kysely, {
      organizationIds,
      after,
    })
    for (const customer of customers) {
      signal.throwIfAborted()
      const { organizationId } = customer
      await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) => erase(uow, deps, customer))
    }
    after = customers.at(-1) ?? null
    if (after === null) return
  }
}

async function erase(
  uow: UnitOfWork,
  { customerErasers }: EraseDeps,
  key: CustomerKey,
): Promise<void> {
  const { tx, now } = uow
  if (!(await lockCustomerToErase(tx, key))) return
  const customer = { organizationId: key.organizationId, customerId: key.id }
  for (const { isNeeded } of customerErasers) {
    if ((await isNeeded?.(tx, customer)) === true) return
  }
  for (const eraser of customerErasers) await eraser.erase(uow, customer)
  uow.record(customerEvent('erased', await eraseCustomer(tx, key, now)))
}
