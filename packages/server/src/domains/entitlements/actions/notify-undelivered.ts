import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findAnyBenefits } from '../../benefits/index.ts'
import { notifyMembers } from '../../organizations/index.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'
import { undeliveredMessage } from '../messages/undelivered.ts'
import { countUndelivered, markNoticed, type UndeliveredKey } from '../store/delivery-notices.ts'
import type { LicenseDeps } from './deps.ts'

/** At most once a day for each benefit; not where a retry has delivered it meanwhile. */
export async function notifyUndelivered(
  uow: UnitOfWork,
  deps: Pick<LicenseDeps, 'config' | 'keyring' | 'clock'>,
  key: UndeliveredKey,
): Promise<void> {
  const { organizationId, benefitId } = key
  const undelivered = await countUndelivered(uow.tx, key)
  if (undelivered === undefined) return
  if (!(await markNoticed(uow.tx, key, deps.clock.now()))) return
  const [benefit] = await findAnyBenefits(uow.tx, organizationId, [benefitId])
  assert(benefit !== undefined, 'the benefit of a grant is kept as a row')
  const kind = externalKindOf(benefit)
  assert(kind !== null, 'only what another service delivers fails')
  const isDeleted = benefit.deletedAt !== null
  const audience = { organizationId, right: 'benefits:write' } as const
  await notifyMembers(uow, deps, audience, ({ site, organization: { name, slug } }) =>
    undeliveredMessage({
      ...undelivered,
      site,
      organization: name,
      benefit: benefit.description,
      isDeleted,
      provider: kind.name,
      url: `${deps.config.server.url}/dashboard/${slug}/benefits${isDeleted ? '' : `/${benefitId}`}`,
    }),
  )
}
