import { byId, distinct } from '../../../kernel/indexing.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BenefitRow, findAnyBenefits } from '../../benefits/store/benefits.ts'
import type { ExternalKind } from '../kinds/external/external-kind.ts'
import { errorOf, noError } from '../kinds/external/place-grants.ts'
import { externalKindAt } from '../kinds/grant-kinds.ts'
import { type DeliveryOutcome, type DeliveryPlan, decideDelivery } from '../rules/delivery.ts'
import { statusAfter } from '../rules/grant-lifecycle.ts'
import { type AccessRow, deleteAccess, lockAccess, saveAccess } from '../store/external-access.ts'
import { findGrantsWith, forgetAccess, touchOthers } from '../store/external-grants.ts'
import { asChanged, type ChangedGrant, type GrantRow } from '../store/grants.ts'
import type { EntitlementDeps } from './deps.ts'
import { benefitOf } from './place-again.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

interface Delivery {
  /** As it was when the provider was called. */
  readonly access: AccessRow
  readonly outcome: DeliveryOutcome
}

/**
 * If what should be there has changed since, nothing but the end of the lease is saved: the access
 * is due again. The access is locked before its grants, as everywhere.
 */
export async function saveDelivery(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { access, outcome }: Delivery,
): Promise<void> {
  const { tx } = uow
  const current = await lockAccess(tx, access)
  if (current === undefined) return
  const now = deps.clock.now()
  if (current.version !== access.version) {
    const isUnsure = current.isUnsure || outcome.result === 'unanswered'
    await saveAccess(tx, access, { leasedUntil: null, dueAt: now, isUnsure })
    return
  }
  const plan = decideDelivery(current, outcome, now)
  const grants = await findGrantsWith(tx, access)
  const ids = distinct(grants.map(({ benefitId }) => benefitId))
  const benefits = byId(await findAnyBenefits(tx, access.organizationId, ids))
  const kind = externalKindAt(access.provider)
  const { organizationId } = access
  const isTaking = grants.every(({ status }) => status === 'revoked')
  const changed = grants.flatMap((grant) => {
    const benefit = benefitOf(benefits, grant)
    const concerned = { kind, grant, benefit, access, isTaking }
    return changeOf(uow, plan, concerned) ?? []
  })
  const rows = await saveGrants(uow, organizationId, changed)
  await recordGrantEvents(uow, deps, { organizationId, benefits }, [
    { name: 'benefit_grant.updated', rows },
  ])
  await saveNext(uow, access, plan)
  if (outcome.result !== 'taken') return
  for (const other of await touchOthers(tx, access, now)) {
    uow.noteDue(other, 'entitlements.deliver_access')
  }
}

async function saveNext({ tx }: UnitOfWork, access: AccessRow, plan: DeliveryPlan): Promise<void> {
  if (plan.effect === 'taken') {
    await forgetAccess(tx, access)
    await deleteAccess(tx, access)
    return
  }
  const held = plan.effect === 'delivered' ? { held: plan.held } : {}
  await saveAccess(tx, access, { ...plan.next, ...held, leasedUntil: null })
}

interface Concerned {
  readonly kind: ExternalKind
  readonly grant: GrantRow
  readonly benefit: BenefitRow
  readonly access: AccessRow
  /** Nobody is to have it any more. */
  readonly isTaking: boolean
}

/** Null for a grant that stays as it is. */
function changeOf(uow: UnitOfWork, plan: DeliveryPlan, concerned: Concerned): ChangedGrant | null {
  const { grant, isTaking } = concerned
  if (grant.status === 'revoked') return isTaking ? changeOfRevoked(uow, plan, grant) : null
  switch (plan.effect) {
    case 'none':
    case 'taken':
      return null
    case 'delivered':
      return delivered(uow, concerned, plan.held)
    case 'failed':
      return {
        ...asChanged(grant),
        ...errorOf(uow, 'BenefitProviderError', plan.reason),
        status: statusAfter(grant.status, 'refuse'),
      }
    case 'waits':
      return {
        ...asChanged(grant),
        ...errorOf(uow, 'BenefitActionRequiredError', plan.reason),
        status: statusAfter(grant.status, 'await'),
        externalAccessId: null,
        properties: {},
      }
  }
}

/** It stays revoked; its error says that the account still has it. */
function changeOfRevoked(
  uow: UnitOfWork,
  plan: DeliveryPlan,
  grant: GrantRow,
): ChangedGrant | null {
  if (plan.effect === 'failed') {
    return { ...asChanged(grant), ...errorOf(uow, 'BenefitRevocationError', plan.reason) }
  }
  const isOver = plan.effect === 'taken' && grant.errorType !== null
  return isOver ? { ...asChanged(grant), ...noError } : null
}

function delivered(
  { now }: UnitOfWork,
  { kind, grant, benefit, access }: Concerned,
  held: 'held' | 'invited',
): ChangedGrant | null {
  const properties = {
    account_id: access.accountId,
    ...kind.givenBy(benefit),
    // The benefit may just have moved.
    ...kind.readPlace(access.place),
    ...kind.stateOf(held),
  }
  const isHeld = grant.status === 'granted'
  if (isHeld && isSame(grant.properties, properties)) return null
  return {
    ...asChanged(grant),
    ...noError,
    status: statusAfter(grant.status, 'deliver'),
    grantedAt: isHeld ? grant.grantedAt : now,
    properties,
  }
}
