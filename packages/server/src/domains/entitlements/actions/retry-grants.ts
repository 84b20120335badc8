import type { Id } from '@guildhall/contract/primitives'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import { noError } from '../kinds/external/place-grants.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'
import { retryObstacle } from '../rules/grant-lifecycle.ts'
import { touchAccess } from '../store/external-access.ts'
import { asChanged, type GrantRow } from '../store/grants.ts'
import type { EntitlementDeps } from './deps.ts'
import { placeAgain } from './place-again.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

/** The seller has removed the obstacle, or the customer has come back. */
export async function retryGrant(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  grant: GrantRow,
): Promise<void> {
  const [benefit] = await findAnyBenefits(uow.tx, grant.organizationId, [grant.benefitId])
  const reason = retryObstacle({
    status: grant.status,
    isExternal: benefit !== undefined && externalKindOf(benefit) !== null,
    hasError: grant.errorType !== null,
  })
  if (reason !== null) throw new Problem('benefit_grant_not_retryable', { reason })
  await retryGrants(uow, deps, { organizationId: grant.organizationId, grants: [grant] })
}

interface Retried {
  readonly organizationId: Id<'organization'>
  /** Each of them may be retried. */
  readonly grants: readonly GrantRow[]
}

export async function retryGrants(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { organizationId, grants }: Retried,
): Promise<void> {
  const revoked = grants.filter(({ status }) => status === 'revoked')
  await revokeAgain(uow, deps, { organizationId, grants: revoked })
  const live = grants.filter(({ status }) => status !== 'revoked')
  await placeAgain(uow, deps, { organizationId, grants: live })
}

async function revokeAgain(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { organizationId, grants }: Retried,
): Promise<void> {
  if (grants.length === 0) return
  const accesses = grants.map(({ externalAccessId }) => externalAccessId)
  uow.noteDue(organizationId, 'entitlements.deliver_access')
  await touchAccess(uow.tx, organizationId, accesses, deps.clock.now())
  const changed = grants.map((grant) => ({ ...asChanged(grant), ...noError }))
  const rows = await saveGrants(uow, organizationId, changed)
  const ids = distinct(rows.map(({ benefitId }) => benefitId))
  const benefits = byId(await findAnyBenefits(uow.tx, organizationId, ids))
  await recordGrantEvents(uow, deps, { organizationId, benefits }, [
    { name: 'benefit_grant.updated', rows },
  ])
}
