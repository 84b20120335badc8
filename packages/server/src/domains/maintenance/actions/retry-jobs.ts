import { retriedJobsMax } from '@guildhall/contract/maintenance/jobs'
import { Problem } from '../../../kernel/refusal.ts'
import { isQueued, retryDeadQueuedJobs, retryQueuedJob } from '../../../platform/queued-jobs.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  authorizeOperator,
  type OperatorAct,
  recordOperatorAct,
} from '../../identity/actions/administration/operator-act.ts'

interface SeenJob {
  readonly jobId: string
  readonly attempts: number
}

/** Runs a job now, provided it hasn’t been tried since the operator saw it. */
export async function retryJob(
  uow: UnitOfWork,
  act: OperatorAct,
  { jobId, attempts }: SeenJob,
): Promise<void> {
  await authorizeOperator(uow, act, 'job:retry')
  const task = await retryQueuedJob(uow.tx, { id: jobId, attempts })
  if (task === null) {
    throw new Problem((await isQueued(uow.tx, jobId)) ? 'job_has_changed' : 'job_not_found')
  }
  await recordOperatorAct(uow, act, 'admin.retry-job', { task, jobId })
}

export async function retryDeadJobs(
  uow: UnitOfWork,
  act: OperatorAct,
  task: string,
): Promise<{ readonly retriedCount: number; readonly deadCount: number }> {
  await authorizeOperator(uow, act, 'job:retry')
  const outcome = await retryDeadQueuedJobs(uow.tx, { task, limit: retriedJobsMax })
  const { retriedCount: jobCount } = outcome
  if (jobCount > 0) await recordOperatorAct(uow, act, 'admin.retry-dead-jobs', { task, jobCount })
  return outcome
}
