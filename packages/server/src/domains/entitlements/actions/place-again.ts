import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BenefitRow, findAnyBenefits } from '../../benefits/store/benefits.ts'
import { placeGrants } from '../kinds/external/place-grants.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'
import { asChanged, type ChangedGrant, type GrantRow, type GrantState } from '../store/grants.ts'
import type { EntitlementDeps } from './deps.ts'
import { lockPlaces } from './lock-places.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

interface Again {
  readonly organizationId: Id<'organization'>
  /** Of benefits at providers. Those that were revoked meanwhile are left alone. */
  readonly grants: readonly GrantRow[]
}

/**
 * Has grants delivered to where they belong now: after a failure, to another account, or where
 * their benefit was moved to. What they had before is taken.
 */
export async function placeAgain(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { organizationId, grants: found }: Again,
): Promise<void> {
  const ids = distinct(found.map(({ benefitId }) => benefitId))
  const benefits = byId(await findAnyBenefits(uow.tx, organizationId, ids))
  const concerned = { organizationId, benefits, given: found, changed: found }
  const locked = await lockPlaces(uow, deps, concerned)
  const grants = [...locked.values()].filter(({ status }) => status !== 'revoked')
  const changed: ChangedGrant[] = []
  const kinds = groupBy(grants, (grant) => externalKindOf(benefitOf(benefits, grant)))
  for (const [kind, some] of kinds) {
    assert(kind !== null, 'only benefits at providers are delivered')
    const placed = some.map((grant) => ({
      ...grant,
      benefit: benefitOf(benefits, grant),
      current: asChanged(grant),
    }))
    const states = await placeGrants(uow, deps, kind, placed)
    changed.push(
      ...some.flatMap((grant, at) => {
        const state = states[at]
        assert(state !== undefined, 'every grant is placed')
        return isSameState(grant, state) ? [] : { ...asChanged(grant), ...state }
      }),
    )
  }
  const rows = await saveGrants(uow, organizationId, changed)
  const before = byId(grants)
  const updated = rows.filter(
    ({ id, status }) => status !== 'granted' || status !== before.get(id)?.status,
  )
  await recordGrantEvents(uow, deps, { organizationId, benefits }, [
    { name: 'benefit_grant.updated', rows: updated },
  ])
}

/** What is granted already shows the same until the provider has answered. */
const isSameState = (grant: GrantRow, state: GrantState): boolean =>
  grant.status === state.status &&
  grant.externalAccessId === state.externalAccessId &&
  grant.errorMessage === state.errorMessage

export function benefitOf(
  benefits: ReadonlyMap<Id<'benefit'>, BenefitRow>,
  { benefitId }: Pick<GrantRow, 'benefitId'>,
): BenefitRow {
  const benefit = benefits.get(benefitId)
  assert(benefit !== undefined, 'benefits keep their rows')
  return benefit
}
