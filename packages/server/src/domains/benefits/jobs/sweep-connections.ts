import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitDeps } from '../actions/deps.ts'
import { deleteExpiredConnections } from '../store/github-connections.ts'
import { deleteExpiredOAuthRedirects } from '../store/oauth-redirects.ts'

type SweepDeps = Pick<BenefitDeps, 'uowFactory'>

/** Deletes expired GitHub connections, which hold access tokens, and expired OAuth redirects. */
export const sweepConnections = ({ uowFactory }: SweepDeps): Promise<void> =>
  runUnitOfWork(uowFactory, {}, async ({ tx, now }) => {
    await deleteExpiredConnections(tx, now)
    await deleteExpiredOAuthRedirects(tx, now)
  })

export const sweepConnectionsJob: JobDefinition<SweepDeps> = schedule({
  name: 'benefits.sweep_connections',
  cron: '*/10 * * * *',
  run: sweepConnections,
})
