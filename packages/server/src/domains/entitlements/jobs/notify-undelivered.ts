import { benefitId } from '@guildhall/contract/benefits/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import { notifyMembers } from '../../organizations/actions/notify-members.ts'
import type { LicenseDeps } from '../actions/deps.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'
import { undeliveredMessage } from '../messages/undelivered.ts'
import { countUndelivered, markNoticed, type UndeliveredKey } from '../store/delivery-notices.ts'

type Deps = Pick<LicenseDeps, 'uowFactory' | 'config' | 'keyring' | 'clock'>

const finalErrors: readonly string[] = ['BenefitProviderError', 'BenefitRevocationError']

/** Mails members whose benefit can’t be delivered, however many grants fail with it. */
export const notifyUndeliveredJob: JobDefinition<Deps> = job({
  name: 'entitlements.notify_undelivered',
  payload: z.object({ organizationId, benefitId }),
  on: [
    when(
      ['benefit_grant.created', 'benefit_grant.updated'],
      ['benefitId', 'error'],
      ({ organizationId: organization, payload: { benefitId: id, error } }) => {
        if (error === null || !finalErrors.includes(error.type)) return []
        const payload = { organizationId: organization, benefitId: id }
        return [{ payload, key: `entitlements.undelivered.${id}` }]
      },
    ),
  ],
  run: (deps: Deps, key) =>
    runUnitOfWork(deps.uowFactory, {}, (uow) => notifyUndelivered(uow, deps, key)),
})

/** At most once a day for each benefit; not where a retry has delivered it meanwhile. */
async function notifyUndelivered(
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
