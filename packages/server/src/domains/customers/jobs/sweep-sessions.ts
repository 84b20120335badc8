import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { deleteSecrets } from '../../organizations/store/secret-directory.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import { deleteExpiredSessions, sweptSessionsMax } from '../store/customer-sessions.ts'

type SweepDeps = Pick<CustomerDeps, 'uowFactory'>

/** Deletes expired customer sessions with their entries in the secret directory. */
export async function sweepCustomerSessions({ uowFactory }: SweepDeps): Promise<void> {
  const sweepBatch = () =>
    runUnitOfWork(uowFactory, {}, async ({ tx, now }) => {
      const hashes = await deleteExpiredSessions(tx, now)
      await deleteSecrets(tx, hashes)
      return hashes.length
    })
  while ((await sweepBatch()) === sweptSessionsMax);
}

export const sweepCustomerSessionsJob: JobDefinition<SweepDeps> = schedule({
  name: 'customers.sweep_sessions',
  cron: '41 * * * *',
  run: (deps: SweepDeps) => sweepCustomerSessions(deps),
})
