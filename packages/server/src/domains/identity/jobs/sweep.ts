import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { IdentityDeps } from '../actions/deps.ts'
import { sweepSessions } from '../store/sessions/sessions.ts'
import { sweepVerifications } from '../store/verifications.ts'

type Deps = Pick<IdentityDeps, 'uowFactory' | 'clock'>

export const sweepExpired: JobDefinition<Deps> = schedule({
  name: 'identity.sweep',
  cron: '23 * * * *',
  async run({ uowFactory, clock }: Deps) {
    const { kysely } = uowFactory.database
    await sweepSessions(kysely, clock.now())
    await sweepVerifications(kysely, clock.now())
  },
})
