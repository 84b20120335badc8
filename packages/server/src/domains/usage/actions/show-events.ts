import type { Id } from '@guildhall/contract/primitives'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { presentEvent } from '../present/event.ts'
import type { UsageEventRow } from '../store/events.ts'
import type { UsageDeps } from './deps.ts'

/** Shows these events with their customers. */
export async function eventPresenter(
  { uowFactory }: Pick<UsageDeps, 'uowFactory'>,
  organizationId: Id<'organization'>,
  rows: readonly UsageEventRow[],
) {
  const ids = distinct(rows.flatMap(({ customerId }) => customerId ?? []))
  const { kysely } = uowFactory.database
  const customers = await findCustomersByIds(kysely, organizationId, ids)
  return presentEvent(byId(customers.map(presentCustomer)))
}
