import type { PaymentParts } from '../../src/domains/payments/index.ts'
import { resumePayments } from '../../src/domains/payments/jobs/resume-payments.ts'
import { runDueTask } from '../../src/domains/subscriptions/jobs/run-due.ts'
import type { Chance } from '../chance.ts'
import type { Operation } from '../world.ts'
import { dying } from './deaths.ts'
import { dispatch, doJob, doJobs, doTask } from './delivery.ts'
import { partsOf, type Shop } from './shop.ts'

const dayMilliseconds = 86_400_000
/** By then a claim of whoever died has run out. */
const claimMilliseconds = 6 * 60_000

export const timeOperations = (shop: Shop): Operation[] => [
  { weight: 4, run: (chance) => daysGoBy(shop, chance) },
  { weight: 8, run: (chance) => daysGoByAndSchedulerRuns(shop, chance) },
  { weight: 2, run: () => schedulersRace(shop) },
  { weight: 3, run: (chance) => schedulerDies(shop, chance) },
  { weight: 1, run: () => sweepsRace(shop) },
  { weight: 2, run: (chance) => sweepDies(shop, chance) },
  { weight: 1, run: () => newsIsDispatched(shop) },
  { weight: 1, run: (chance) => dispatcherDies(shop, chance) },
  { weight: 1, run: (chance) => jobRuns(shop, chance) },
  { weight: 2, run: (chance) => jobDies(shop, chance) },
]

async function daysGoBy({ ground }: Shop, chance: Chance): Promise<string> {
  const days = chance.oneIn(6) ? chance.whole(30, 100) : chance.whole(1, 31)
  ground.clock.advance(days * dayMilliseconds)
  return `${days} days go by`
}

async function daysGoByAndSchedulerRuns(shop: Shop, chance: Chance): Promise<string> {
  const line = await daysGoBy(shop, chance)
  await doTask(shop.parts, runDueTask)
  return `${line}, and the scheduler runs`
}

async function schedulersRace(shop: Shop): Promise<string> {
  await Promise.all([1, 2].map(() => doTask(partsOf(shop, shop.tamper), runDueTask)))
  return 'two schedulers race'
}

async function schedulerDies(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 70)
  await dying(shop, at, (parts) => doTask(parts, runDueTask))
  return `the scheduler dies at statement ${at} at the latest`
}

/** What was begun and left is looked after. */
const sweep = (parts: PaymentParts): Promise<void> =>
  resumePayments(parts).run(new AbortController().signal)

async function sweepsRace(shop: Shop): Promise<string> {
  await Promise.all([1, 2].map(() => sweep(partsOf(shop, shop.tamper))))
  return 'two sweeps race'
}

async function sweepDies(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 12)
  await dying(shop, at, sweep)
  return `a sweep dies at statement ${at} at the latest`
}

async function newsIsDispatched(shop: Shop): Promise<string> {
  return `${await dispatch(shop, shop.parts)} events are dispatched`
}

async function dispatcherDies(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 6)
  await dying(shop, at, (parts) => dispatch(shop, parts))
  return `the dispatcher dies at statement ${at} at the latest`
}

async function jobRuns(shop: Shop, chance: Chance): Promise<string> {
  if (shop.jobs.length === 0) return 'no job waits'
  const at = chance.whole(0, shop.jobs.length - 1)
  const isKept = chance.oneIn(3)
  await doJob(shop, shop.parts, { at, isKept })
  return `job ${at + 1} is done${isKept ? ' and will be again' : ''}`
}

async function jobDies(shop: Shop, chance: Chance): Promise<string> {
  if (shop.jobs.length === 0) return 'no job waits'
  const job = chance.whole(0, shop.jobs.length - 1)
  const at = chance.whole(1, 40)
  await dying(shop, at, (parts) => doJob(shop, parts, { at: job, isKept: true }))
  return `job ${job + 1} dies at statement ${at} at the latest`
}

const roundsMax = 12

/** What goes on by itself has done so: nothing is due, nothing waits, no news is left. */
export async function settleDown(shop: Shop, chance: Chance): Promise<void> {
  const { ground, parts } = shop
  for (let round = 1; round <= roundsMax; round += 1) {
    ground.clock.advance(claimMilliseconds)
    await doTask(parts, runDueTask)
    await sweep(parts)
    const moved = await dispatch(shop, parts)
    if (moved === 0 && shop.jobs.length === 0) return
    await doJobs(shop, parts, chance)
  }
  throw new Error('the world doesn’t come to rest')
}

/** It is over for good: the schedulers of other worlds leave alone what is left of it. */
export async function close({ ground, organizationId }: Shop): Promise<void> {
  await ground.database.pool.query(
    'update subscription set runs_on_real_time = false where organization_id = $1',
    [organizationId],
  )
}
