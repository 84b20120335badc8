import * as contract from '@guildhall/contract/maintenance/jobs'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { countQueuedJobs, listQueuedJobs } from '../../../platform/queued-jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { MaintenanceDeps } from '../actions/deps.ts'
import { retryDeadJobs, retryJob } from '../actions/retry-jobs.ts'
import { presentJob } from '../present/job.ts'
import { ownActOf } from './own-act.ts'

export const jobRoutes = (deps: MaintenanceDeps): readonly OperationRoute[] => [
  listRoute(deps),
  countRoute(deps),
  retryRoute(deps),
  retryDeadRoute(deps),
]

const listRoute = ({ uowFactory }: MaintenanceDeps) =>
  serve(contract.listJobs, async ({ query }) => {
    const { state, task, cursor: before, limit = contract.jobsPerPageDefault } = query
    const listing = { state, task, before, limit: limit + 1 }
    const found = await listQueuedJobs(uowFactory.database.kysely, listing)
    const jobs = found.slice(0, limit)
    const last = found.length > limit ? jobs.at(-1) : undefined
    return { jobs: jobs.map(presentJob), nextCursor: last?.id ?? null }
  })

const countRoute = ({ uowFactory }: MaintenanceDeps) =>
  serve(contract.countJobs, async () => ({
    tasks: await countQueuedJobs(uowFactory.database.kysely),
  }))

const retryRoute = ({ uowFactory }: MaintenanceDeps) =>
  serve(contract.retryJob, async (call) => {
    await runUnitOfWork(uowFactory, {}, (uow) => retryJob(uow, ownActOf(call), call.body))
    return { success: true } as const
  })

const retryDeadRoute = ({ uowFactory }: MaintenanceDeps) =>
  serve(contract.retryDeadJobs, (call) =>
    runUnitOfWork(uowFactory, {}, (uow) => retryDeadJobs(uow, ownActOf(call), call.body.task)),
  )
