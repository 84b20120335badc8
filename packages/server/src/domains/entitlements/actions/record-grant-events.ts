import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentBenefit } from '../../benefits/present/benefit.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { presentGrantWithBenefit } from '../present/grant.ts'
import type { GrantRow } from '../store/grants.ts'
import type { EntitlementDeps } from './deps.ts'

interface GrantChange {
  readonly name: `benefit_grant.${'created' | 'updated' | 'revoked' | 'cycled'}`
  readonly rows: readonly GrantRow[]
}

interface Changed {
  readonly organizationId: Id<'organization'>
  readonly benefits: ReadonlyMap<Id<'benefit'>, BenefitRow>
}

/** In the given order. */
export async function recordGrantEvents(
  uow: UnitOfWork,
  deps: Pick<EntitlementDeps, 'keyring'>,
  { organizationId, benefits }: Changed,
  changes: readonly GrantChange[],
): Promise<void> {
  const customerIds = changes.flatMap(({ rows }) => rows.map(({ customerId }) => customerId))
  const found = await findCustomersByIds(uow.tx, organizationId, [...new Set(customerIds)])
  const customers = new Map(found.map((one) => [one.id, presentCustomer(one)]))
  const shown = new Map([...benefits].map(([id, row]) => [id, presentBenefit(deps, row)]))
  for (const { name, rows } of changes) {
    for (const row of rows) {
      const [customer, benefit] = [customers.get(row.customerId), shown.get(row.benefitId)]
      assert(customer !== undefined && benefit !== undefined, 'their rows are never deleted')
      uow.record(eventOf(name, row, presentGrantWithBenefit(row, { customer, benefit })))
    }
  }
}
