import type { Id } from '@guildhall/contract/primitives'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { findBenefits } from '../../benefits/store/benefits.ts'
import { externalKindOf, grantKindOf } from '../kinds/grant-kinds.ts'
import type { EntitlementDeps } from './deps.ts'
import { moveGrants } from './move-grants.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

interface ChangedBenefit {
  readonly organizationId: Id<'organization'>
  readonly benefitId: Id<'benefit'>
}

const batchSize = 200

/** Shows the holders of a benefit what it gives now. */
export async function refreshGrants(
  deps: EntitlementDeps,
  changed: ChangedBenefit,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, benefitId } = changed
  const [benefit] = await findBenefits(deps.uowFactory.database.kysely, organizationId, [benefitId])
  if (benefit === undefined) return
  const kind = externalKindOf(benefit)
  if (kind !== null) return moveGrants(deps, { kind, benefit }, signal)
  while (!signal.aborted && (await refreshSome(deps, changed)) === batchSize);
}

const refreshSome = (
  deps: EntitlementDeps,
  { organizationId, benefitId }: ChangedBenefit,
): Promise<number> =>
  runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const [benefit] = await findBenefits(uow.tx, organizationId, [benefitId])
    if (benefit === undefined) return 0
    const refreshed = (await grantKindOf(benefit)?.refresh?.(uow, benefit, batchSize)) ?? []
    const changed = refreshed.map(({ grant, properties }) => ({ ...grant, properties }))
    const rows = await saveGrants(uow, organizationId, changed)
    const benefits = new Map([[benefitId, benefit]])
    const changes = [{ name: 'benefit_grant.updated', rows }] as const
    await recordGrantEvents(uow, deps, { organizationId, benefits }, changes)
    return rows.length
  })
