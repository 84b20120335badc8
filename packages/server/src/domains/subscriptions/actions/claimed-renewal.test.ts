import { afterEach, describe, expect, it } from 'vitest'
import { type Child, runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { withFollowers } from '../../../../test/disputes.ts'
import { eventually } from '../../../../test/eventually.ts'
import { type TestDeps, testPaymentDeps } from '../../../../test/payments.ts'
import {
  clockAt,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runFollowUps,
  runSchedule,
} from '../../../../test/renewals.ts'
import { runOn } from '../../../../test/sql.ts'
import { startWorker, type Worker } from '../../../app/worker.ts'
import { freeClaimsOfDead } from '../../../platform/claims.ts'
import { freeDue } from '../../../platform/free-due.ts'
import { reactionsOf, tasksOf } from '../../../platform/jobs.ts'
import { sweepsOf } from '../../../platform/sweeps.ts'
import { resumePayments } from '../../payments/jobs/resume-payments.ts'
import { paymentsDomain } from '../../payments/manifest.ts'
import { paymentsToResume } from '../../payments/store/abandoned-payments.ts'
import { runDueJob } from '../jobs/run-due.ts'
import { subscriptionsDomain } from '../manifest.ts'
import { subscriptionsToRun } from '../store/due.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

const db = testDatabase()
const dueAt = '2031-02-15T00:00:00Z'
/** When claims and payments count as abandoned even if their process lives. */
const muchLater = '2031-02-15T01:00:00Z'
const claims = [freeDue([subscriptionsToRun, paymentsToResume], (name) => name === runDueJob.name)]

const againMilliseconds = 50

const children: Child[] = []
const workers: Worker[] = []

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')))
})

/** A process that has stopped at this point of a renewal, with all that it has claimed. */
async function stoppedAt(point: string) {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const { subscription } = await newSubscribedCustomer(deps, await newShop(db.database))
  const others = (await connections()).map(({ pid }) => pid)
  const renewer = runFixture('renewer.ts', db.url, dueAt, point)
  children.push(renewer)
  await renewer.printed(1)
  clock.set(dueAt)
  /** All but the one that shows that it lives. */
  const endConnections = () =>
    runOn(
      db.ownerUrl,
      `select pg_terminate_backend(pid) from (${openConnections}) as open
                         where not shows_life and pid <> all($1::int[])`,
      [others],
    )
  /** Until it does: it says that it stops a moment before. */
  const goOn = async () => {
    const again = setInterval(() => renewer.signal('SIGCONT'), againMilliseconds)
    await renewer.printed(2).finally(() => clearInterval(again))
  }
  return { renewer, goOn, clock, deps, subscription, endConnections }
}

const openConnections = `
  select pid, exists (select from pg_locks l
                       where l.pid = a.pid and l.locktype = 'advisory') as shows_life
    from pg_stat_activity a
   where datname = current_database() and backend_type = 'client backend'
     and application_name not like 'citus%'`
const connections = () => runOn<{ pid: number }>(db.ownerUrl, openConnections)

const jobs = [...(paymentsDomain.jobs ?? []), ...(subscriptionsDomain.jobs ?? [])]

/** Another process, without schedules, and whose sweep rests: it does only what it hears of. */
function work(deps: TestDeps): void {
  const { clock, log } = deps
  const { database } = db
  const tasks = tasksOf(jobs, withFollowers(deps))
  const reactions = reactionsOf(jobs)
  const sweeps = sweepsOf([{ ...resumePayments, pauseMilliseconds: 3_600_000 }], deps)
  const worker = { database, clock, log, reactions, schedules: [], tasks, sweeps, claims }
  workers.push(startWorker(worker))
}

async function charged({ organizationId }: SubscriptionRow): Promise<number> {
  const { rows } = await db.database.pool.query<{ count: number }>(
    `select count(*)::int as count from sandbox_intent
      where organization_id = $1 and status = 'succeeded'`,
    [organizationId],
  )
  // The first payment stored the card.
  return (rows[0]?.count ?? 0) - 1
}

/** As PostgreSQL does after a minute: until then they keep their rows locked. */
const endIdleTransactions = () =>
  runOn(
    db.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and datname = current_database()`,
  )

const points = ['deciding', 'saving', 'saved', 'answered']

describe('a renewal that a killed process had claimed', () => {
  it.each(points)('when %s, is charged by another at once, and once', async (point) => {
    const { renewer, deps, subscription } = await stoppedAt(point)
    await renewer.end('SIGKILL')
    work(deps)
    await eventually(async () =>
      expect(await ordersOf(deps, subscription)).toMatchObject([
        { status: 'paid', payments: ['succeeded'] },
      ]),
    )
    expect(await charged(subscription)).toBe(1)
  })
})

describe('a renewal whose process has lost its connections', () => {
  it.each(points)('when %s, is charged at once, and once', async (point) => {
    const { goOn, deps, subscription, endConnections } = await stoppedAt(point)
    await endConnections()
    await goOn()
    work(deps)
    await eventually(async () =>
      expect(await ordersOf(deps, subscription)).toMatchObject([
        { status: 'paid', payments: ['succeeded'] },
      ]),
    )
    expect(await charged(subscription)).toBe(1)
  })
})

describe('a renewal that a stopped process has claimed', () => {
  it.each(points)('when %s, is left to it', async (point) => {
    const { goOn, deps, subscription } = await stoppedAt(point)
    const read = () =>
      Promise.all([readSubscription(deps, subscription), ordersOf(deps, subscription)])
    const before = await read()
    for (let look = 0; look < 3; look += 1) {
      await freeClaimsOfDead({
        database: db.database,
        clock: deps.clock,
        claims,
        runSweeps: () => undefined,
      })
      await runOn(db.ownerUrl, "update life set ended_at = ended_at - interval '1 second'")
      await runSchedule(deps)
      await resumePayments.run(deps, new AbortController().signal)
    }
    expect(await read()).toEqual(before)
    await goOn()
    expect(await charged(subscription)).toBe(1)
  })

  it.each(points)('when %s, is charged once if both run it', async (point) => {
    const { goOn, clock, deps, subscription } = await stoppedAt(point)
    clock.set(muchLater)
    await endIdleTransactions()
    // A node of a cluster keeps the rows locked a moment longer.
    await eventually(async () => {
      await runSchedule(deps)
      await resumePayments.run(deps, new AbortController().signal)
      expect(await charged(subscription)).toBe(1)
    })
    await goOn()
    await runFollowUps(db, deps)
    expect(await charged(subscription)).toBe(1)
    expect(await ordersOf(deps, subscription)).toMatchObject([
      { status: 'paid', payments: ['succeeded'] },
    ])
    expect(await readSubscription(deps, subscription)).toMatchObject({
      status: 'active',
      dueAt: new Date('2031-03-15T00:00:00Z'),
    })
  })
})
