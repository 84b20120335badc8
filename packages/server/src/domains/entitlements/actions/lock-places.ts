import type { Id } from '@guildhall/contract/primitives'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'
import { touchAccess } from '../store/external-access.ts'
import { type GrantRow, lockGrants } from '../store/grants.ts'
import { lockAccounts } from '../store/oauth-accounts.ts'
import type { EntitlementDeps } from './deps.ts'

interface Concerned {
  readonly organizationId: Id<'organization'>
  readonly benefits: ReadonlyMap<Id<'benefit'>, BenefitRow>
  /** Who is to get what. */
  readonly given: readonly Pick<GrantRow, 'customerId' | 'benefitId'>[]
  /** What changes: its accesses are called for again. */
  readonly changed: readonly GrantRow[]
}

/**
 * Locks accounts, then accesses, then grants, as everywhere, and returns the grants as they are by
 * then: a delivery may just have changed them. Of other types nothing is locked.
 */
export async function lockPlaces(
  uow: UnitOfWork,
  { clock }: Pick<EntitlementDeps, 'clock'>,
  { organizationId, benefits, given, changed }: Concerned,
): Promise<ReadonlyMap<Id<'benefitGrant'>, GrantRow>> {
  const { tx } = uow
  const kindOf = ({ benefitId }: Pick<GrantRow, 'benefitId'>) => {
    const benefit = benefits.get(benefitId)
    return benefit === undefined ? null : externalKindOf(benefit)
  }
  for (const [kind, some] of groupBy(given, kindOf)) {
    if (kind === null) continue
    const customerIds = distinct(some.map(({ customerId }) => customerId))
    await lockAccounts(tx, { organizationId, customerIds, provider: kind.provider })
  }
  const external = changed.filter((grant) => kindOf(grant) !== null)
  if (external.length > 0) uow.noteDue(organizationId, 'entitlements.deliver_access')
  const accessIds = external.map(({ externalAccessId }) => externalAccessId)
  await touchAccess(tx, organizationId, accessIds, clock.now())
  return byId(
    await lockGrants(
      tx,
      organizationId,
      external.map(({ id }) => id),
    ),
  )
}
