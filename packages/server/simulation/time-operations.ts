import { numberCreditNotes } from '../src/domains/orders/actions/number-credit-notes.ts'
import { numberInvoices } from '../src/domains/orders/actions/number-invoices.ts'
import { resumePayments } from '../src/domains/payments/jobs/resume-payments.ts'
import { revokeCustomerSubscriptions } from '../src/domains/subscriptions/actions/revoke-customer-subscriptions.ts'
import { runDueJob } from '../src/domains/subscriptions/jobs/run-due.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { dispatch, runJob, runJobs, runTask } from './events-and-jobs.ts'
import { depsOf, type Shop } from './shop.ts'
import { unanswered } from './unanswered.ts'
import type { WorldOperation } from './world-operation.ts'

const dayMilliseconds = 86_400_000
/** By then what nobody confirmed can be canceled. */
const confirmationMilliseconds = 16 * 60_000
/** By then the claims of crashed processes have expired. */
const claimMilliseconds = 6 * 60_000

export const timeOperations = (shop: Shop): WorldOperation[] => [
  { weight: 4, run: (chance) => advanceDays(shop, chance) },
  { weight: 8, run: (chance) => advanceAndRunDue(shop, chance) },
  { weight: 2, run: () => raceSchedulers(shop) },
  { weight: 3, run: (chance) => crashScheduler(shop, chance) },
  { weight: 3, run: (chance) => renewUnanswered(shop, chance) },
  { weight: 1, run: () => raceSweeps(shop) },
  { weight: 2, run: (chance) => crashSweep(shop, chance) },
  { weight: 1, run: () => raceNumbering(shop) },
  { weight: 1, run: () => dispatchEvents(shop) },
  { weight: 1, run: (chance) => crashDispatcher(shop, chance) },
  { weight: 1, run: (chance) => runSomeJob(shop, chance) },
  { weight: 2, run: (chance) => crashSomeJob(shop, chance) },
]

async function advanceDays({ environment }: Shop, chance: Chance): Promise<string> {
  const days = chance.oneIn(6) ? chance.whole(30, 100) : chance.whole(1, 31)
  environment.clock.advance(days * dayMilliseconds)
  return `${days} days pass`
}

async function advanceAndRunDue(shop: Shop, chance: Chance): Promise<string> {
  const line = await advanceDays(shop, chance)
  await runTask(shop.deps, runDueJob.name)
  return `${line}, and the scheduler runs`
}

async function raceSchedulers(shop: Shop): Promise<string> {
  await Promise.all([1, 2].map(() => runTask(depsOf(shop, shop.tamper), runDueJob.name)))
  return 'two schedulers race'
}

/** Two processes give numbers to invoices and credit notes. */
async function raceNumbering(shop: Shop): Promise<string> {
  await Promise.all([1, 2].map(() => numberAll(shop)))
  return 'invoices and credit notes are numbered'
}

async function numberAll(shop: Shop): Promise<void> {
  const { uowFactory } = depsOf(shop, shop.tamper)
  await numberInvoices(uowFactory, shop.organizationId)
  await numberCreditNotes(uowFactory, shop.organizationId)
}

async function crashScheduler(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 70)
  await crashing(shop, at, (deps) => runTask(deps, runDueJob.name))
  return `the scheduler crashes at statement ${at} at the latest`
}

async function renewUnanswered(shop: Shop, chance: Chance): Promise<string> {
  const line = await advanceDays(shop, chance)
  const areCharged = chance.oneIn(2)
  await runTask(unanswered(depsOf(shop, shop.tamper), areCharged), runDueJob.name)
  const why = areCharged ? 'the answers of the processor are lost' : 'the processor is unavailable'
  const unansweredLine = `${line}, and while the scheduler runs, ${why}`
  if (!chance.oneIn(2)) return unansweredLine
  const { name, customerId } = chance.pick(shop.buyers)
  const { organizationId } = shop
  await revokeCustomerSubscriptions(shop.deps, { organizationId, customerId })
  shop.environment.clock.advance(claimMilliseconds)
  await sweep(shop.deps)
  return `${unansweredLine}; ${name} is deleted before a sweep`
}

/** Resumes payments of crashed processes. */
const sweep = (deps: TestDeps): Promise<void> =>
  resumePayments.run(deps, new AbortController().signal)

async function raceSweeps(shop: Shop): Promise<string> {
  await Promise.all([1, 2].map(() => sweep(depsOf(shop, shop.tamper))))
  return 'two sweeps race'
}

async function crashSweep(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 12)
  await crashing(shop, at, sweep)
  return `a sweep crashes at statement ${at} at the latest`
}

async function dispatchEvents(shop: Shop): Promise<string> {
  return `${await dispatch(shop, shop.deps)} events are dispatched`
}

async function crashDispatcher(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 6)
  await crashing(shop, at, (deps) => dispatch(shop, deps))
  return `the dispatcher crashes at statement ${at} at the latest`
}

async function runSomeJob(shop: Shop, chance: Chance): Promise<string> {
  if (shop.jobs.length === 0) return 'no job waits'
  const at = chance.whole(0, shop.jobs.length - 1)
  const isKept = chance.oneIn(3)
  await runJob(shop, shop.deps, { at, isKept })
  return `job ${at + 1} runs${isKept ? ', and will run again' : ''}`
}

async function crashSomeJob(shop: Shop, chance: Chance): Promise<string> {
  if (shop.jobs.length === 0) return 'no job waits'
  const job = chance.whole(0, shop.jobs.length - 1)
  const at = chance.whole(1, 40)
  await crashing(shop, at, (deps) => runJob(shop, deps, { at: job, isKept: true }))
  return `job ${job + 1} crashes at statement ${at} at the latest`
}

const roundsMax = 12

/** Runs until nothing is due, no job waits and the outbox is empty. */
export async function runToRest(shop: Shop, chance: Chance): Promise<void> {
  const { environment, deps } = shop
  environment.clock.advance(confirmationMilliseconds)
  for (let round = 1; round <= roundsMax; round += 1) {
    environment.clock.advance(claimMilliseconds)
    await runTask(deps, runDueJob.name)
    await sweep(deps)
    await numberAll(shop)
    const moved = await dispatch(shop, deps)
    if (moved === 0 && shop.jobs.length === 0) return
    await runJobs(shop, deps, chance)
  }
  throw new Error('the world still has work to do')
}

/** Keeps the schedulers of other worlds from running work left over in this one. */
export async function closeShop({ environment, organizationId }: Shop): Promise<void> {
  await environment.database.pool.query(
    'update subscription set runs_on_real_time = false where organization_id = $1',
    [organizationId],
  )
}
