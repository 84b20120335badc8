import { benefitId } from '@guildhall/contract/benefits/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { LicenseDeps } from '../actions/deps.ts'
import { notifyUndelivered } from '../actions/notify-undelivered.ts'

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
