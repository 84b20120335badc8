import { paymentReactions, paymentTasks } from '../../src/app/payments.ts'
import { subscriptionReactions, subscriptionTasks } from '../../src/app/subscriptions.ts'
import type { PaymentParts } from '../../src/domains/payments/index.ts'
import { customerStateSummary } from '../../src/domains/subscriptions/index.ts'
import { tellCustomerTask } from '../../src/domains/subscriptions/jobs/tell-customer.ts'
import { dispatchBatch } from '../../src/platform/outbox/dispatch.ts'
import { jobsOf, type LoggedEvent } from '../../src/platform/outbox/reactions.ts'
import { summarizeCarefully } from '../../src/platform/outbox/summarize.ts'
import type { Chance } from '../chance.ts'
import type { KnownJob, Shop } from './shop.ts'

// What follows from news. Jobs are kept here and not in the queue, which has a world of its own: so
// they can be lost after their work, done twice and in any order, as the seed decides.

const reactions = [...paymentReactions, ...subscriptionReactions]

/** Mails are no part of this world. */
const isFollowed = ({ task }: KnownJob): boolean => task !== tellCustomerTask

export async function dispatch(shop: Shop, parts: PaymentParts): Promise<number> {
  const led: KnownJob[] = []
  const react = (event: LoggedEvent) => {
    led.push(...jobsOf(reactions, event).filter(isFollowed))
    return []
  }
  const { transact } = parts.workshop.database
  const summarize = summarizeCarefully(customerStateSummary, parts.log)
  const moved = await dispatchBatch({ transact, summarize }, react, 'wait')
  shop.jobs.push(...led)
  return moved ?? 0
}

/** One of those that wait; it may be kept although it was done, and then is done again. */
export async function doJob(
  shop: Shop,
  parts: PaymentParts,
  { at, isKept }: { readonly at: number; readonly isKept: boolean },
): Promise<void> {
  const job = shop.jobs[at]
  if (job === undefined) return
  await carryOut(parts, job)
  if (!isKept) shop.jobs.splice(shop.jobs.indexOf(job), 1)
}

export async function doJobs(shop: Shop, parts: PaymentParts, chance: Chance): Promise<void> {
  while (shop.jobs.length > 0) {
    const at = chance.whole(0, shop.jobs.length - 1)
    await doJob(shop, parts, { at, isKept: chance.oneIn(10) })
  }
}

const context = (parts: PaymentParts) => ({
  jobId: '1',
  attempt: 1,
  attemptsMax: 25,
  signal: new AbortController().signal,
  log: parts.log,
})

const carryOut = (parts: PaymentParts, { task, payload }: KnownJob): Promise<void> => {
  const tasks = { ...paymentTasks(parts), ...subscriptionTasks(parts) }
  const run = tasks[task]
  if (run === undefined) throw new Error(`nobody does ${task}`)
  return run(payload, context(parts))
}

export const doTask = (parts: PaymentParts, task: string): Promise<void> =>
  carryOut(parts, { task, payload: {} })
