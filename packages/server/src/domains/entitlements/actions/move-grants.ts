import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import type { ExternalKind } from '../kinds/external/external-kind.ts'
import { touchAccess } from '../store/external-access.ts'
import { findMisplacedGrants, findOutdatedAccess } from '../store/external-grants.ts'
import type { EntitlementDeps } from './deps.ts'
import { placeAgain } from './place-again.ts'

const batchSize = 200

/** A benefit at a provider has changed: its holders get what it gives now, where it gives it now. */
export async function moveGrants(
  deps: EntitlementDeps,
  { kind, benefit }: { readonly kind: ExternalKind; readonly benefit: BenefitRow },
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, id: benefitId } = benefit
  const moved = { organizationId, benefitId, place: kind.placeOf(benefit) }
  const moveSome = () =>
    runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const grants = await findMisplacedGrants(uow.tx, moved, batchSize)
      await placeAgain(uow, deps, { organizationId, grants })
      return grants.length
    })
  while (!signal.aborted && (await moveSome()) === batchSize);
  const shown = kind.givenBy(benefit)
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const outdated = await findOutdatedAccess(uow.tx, moved, shown)
    uow.noteDue(organizationId, 'entitlements.deliver_access')
    await touchAccess(uow.tx, organizationId, outdated, deps.clock.now())
  })
}
