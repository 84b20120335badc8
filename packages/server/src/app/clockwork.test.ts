import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type Founded, found } from '../../test/founding.ts'
import { movableClock } from '../../test/movable-clock.ts'
import type { BillingCalls } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { subscriptionCalls } from '../../test/subscriptions.ts'
import { furnishWorld, historyOf } from '../../test/world-of-subscriptions.ts'
import { endDueCheckoutsTask } from '../domains/checkout/jobs/settle-checkouts.ts'
import { runDueTask } from '../domains/subscriptions/jobs/run-due.ts'
import { tellExpiringCardsTask } from '../domains/subscriptions/jobs/tell-expiring-cards.ts'
import { invoiceSweeps } from './invoices.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const workshop = {
  clock,
  wake: () => undefined,
  get database() {
    return db.database
  },
}
const begun = new Date('2027-01-31T12:00:00.000Z')
const ended = new Date('2030-02-01T00:00:00.000Z')

function moveTo(instant: Date): void {
  while (clock.now() < instant) clock.advance((instant.getTime() - clock.now().getTime()) / 1000)
}

interface World {
  readonly organization: Founded
  readonly calls: BillingCalls
}

let atOnce: World
let monthly: World
let inRealTime: World

/** The same at the same instant, three times. */
beforeAll(async () => {
  clock.stand()
  moveTo(begun)
  ;[atOnce, monthly, inRealTime] = [await newWorld(), await newWorld(), await newWorld()]
}, 120_000)

async function newWorld(): Promise<World> {
  const organization = await found(server.current)
  const calls = await subscriptionCalls(server.current, organization)
  await furnishWorld(server.current, calls, organization)
  await server.current.settle()
  return { organization, calls }
}

const historyIn = ({ organization }: World) => historyOf(server.current, organization, begun)

const advance = async ({ calls }: World, to: Date) => {
  const answer = await calls.post('/clock/advance', { to: to.toISOString() })
  expect(answer).toMatchObject({ status: 200, body: { now: to.toISOString() } })
  return answer
}

/** Of each month, which is between all that happens; the last one is the end. */
const firsts = Array.from({ length: 36 }, (_, at) => new Date(Date.UTC(2027, 2 + at, 1)))

const anythingDue = `
  select least(
    (select min(due_at) from subscription where organization_id = $1),
    (select min(expires_at) from checkout where organization_id = $1 and status = 'open')) as due`

/** As schedules and sweeps would, had they the time. */
async function liveUntil(end: Date, { organization }: World): Promise<void> {
  for (;;) {
    const { rows } = await db.database.pool.query(anythingDue, [organization.id])
    const due: Date | null = rows[0]?.due ?? null
    if (due === null || due > end) break
    moveTo(due)
    for (const task of [endDueCheckoutsTask, tellExpiringCardsTask, runDueTask]) {
      await runOn(db.ownerUrl, `select graphile_worker.add_job('${task}')`)
    }
    await server.current.settle()
    for (const sweep of invoiceSweeps({ workshop })) await sweep.run(new AbortController().signal)
  }
  moveTo(end)
}

it('months are the same as in real time, and three years at once are 36 of them', async () => {
  const [year, later] = [firsts.slice(0, 12), firsts.slice(12)]
  const { body } = await advance(atOnce, ended)
  for (const first of year) await advance(monthly, first)
  await liveUntil(year.at(-1) ?? ended, inRealTime)
  expect(await historyIn(monthly)).toEqual(await historyIn(inRealTime))
  for (const first of later) await advance(monthly, first)
  const whole = await historyIn(atOnce)
  expect(whole.orders.length).toBeGreaterThan(100)
  expect(await historyIn(monthly)).toEqual(whole)
  expect(body?.['happened']).toContainEqual({
    at: '2027-02-28T12:00:00.000Z',
    what: 'order.paid',
    count: 3,
  })
}, 300_000)
