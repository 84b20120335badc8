import type { EntitlementDeps } from '../src/domains/entitlements/actions/deps.ts'
import { customerStateSummary } from '../src/domains/entitlements/actions/show-customer-state.ts'
import {
  convergeAllGrantsJob,
  convergeGrantsJob,
  reconcileCustomerJob,
  refreshGrantsJob,
} from '../src/domains/entitlements/jobs/converge-grants.ts'
import { recordReportedRefundJob } from '../src/domains/orders/jobs/record-processor-reports.ts'
import { resumeRefund } from '../src/domains/orders/jobs/resume-refund.ts'
import { paymentsDomain } from '../src/domains/payments/manifest.ts'
import { notifyCustomerJob } from '../src/domains/subscriptions/jobs/notify-customer.ts'
import { subscriptionsDomain } from '../src/domains/subscriptions/manifest.ts'
import { settlePurchaseJob } from '../src/domains/topups/jobs/top-ups.ts'
import { type JobDefinition, reactionsOf, tasksOf } from '../src/platform/jobs.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { jobsOf, type LoggedEvent } from '../src/platform/outbox/reactions.ts'
import { summarizeWithRetries } from '../src/platform/outbox/summarize.ts'
import { withFollowers } from '../test/disputes.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import type { Shop, WaitingJob } from './shop.ts'
import { withoutProviders } from './without-providers.ts'

// Jobs wait here and not in the real queue, so that the seed decides in which order they run,
// whether they run twice, and whether their completion is lost.

type JobDeps = ReturnType<typeof withFollowers> & Pick<EntitlementDeps, 'providers'>

const jobs: readonly JobDefinition<JobDeps>[] = [
  convergeAllGrantsJob,
  convergeGrantsJob,
  reconcileCustomerJob,
  refreshGrantsJob,
  ...(paymentsDomain.jobs ?? []),
  ...(subscriptionsDomain.jobs ?? []),
  recordReportedRefundJob,
  resumeRefund,
  settlePurchaseJob,
]
const reactions = reactionsOf(jobs)

/** Mails are not simulated. */
const isSimulated = ({ task }: WaitingJob): boolean => task !== notifyCustomerJob.name

export async function dispatch(shop: Shop, deps: TestDeps): Promise<number> {
  const requested: WaitingJob[] = []
  const react = (event: LoggedEvent) => {
    requested.push(...jobsOf(reactions, event).filter(isSimulated))
    return []
  }
  const { database } = deps.uowFactory
  const { transact } = database
  const summarize = summarizeWithRetries(customerStateSummary, database, deps.log)
  const moved = await dispatchBatch({ transact, summarize }, react, 'wait')
  shop.jobs.push(...requested)
  return moved ?? 0
}

/** Runs a waiting job. If it is kept although it ran, it runs again later. */
export async function runJob(
  shop: Shop,
  deps: TestDeps,
  { at, isKept }: { readonly at: number; readonly isKept: boolean },
): Promise<void> {
  const job = shop.jobs[at]
  if (job === undefined) return
  await run(deps, job)
  if (!isKept) shop.jobs.splice(shop.jobs.indexOf(job), 1)
}

export async function runJobs(shop: Shop, deps: TestDeps, chance: Chance): Promise<void> {
  while (shop.jobs.length > 0) {
    const at = chance.whole(0, shop.jobs.length - 1)
    await runJob(shop, deps, { at, isKept: chance.oneIn(10) })
  }
}

const context = (deps: TestDeps) => ({
  jobId: '1',
  attempt: 1,
  attemptsMax: 25,
  signal: new AbortController().signal,
  log: deps.log,
})

const run = (deps: TestDeps, { task, payload }: WaitingJob): Promise<void> => {
  const tasks = tasksOf(jobs, withoutProviders(withFollowers(deps)))
  const found = tasks[task]
  if (found === undefined) throw new Error(`there is no task ${task}`)
  return found(payload, context(deps))
}

export const runTask = (deps: TestDeps, task: string): Promise<void> =>
  run(deps, { task, payload: {} })
