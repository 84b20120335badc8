import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { movableClock } from '../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import type { BillingCalls } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { readHistory, seedSubscriptions } from '../../test/subscription-world.ts'
import { subscriptionCalls } from '../../test/subscriptions.ts'
import { expireCheckouts } from '../domains/checkout/jobs/expire-checkouts.ts'
import { numberPaidOrders } from '../domains/orders/jobs/number-invoices.ts'
import { notifyExpiringCardsJob } from '../domains/subscriptions/jobs/notify-expiring-cards.ts'
import { runDueJob } from '../domains/subscriptions/jobs/run-due.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const uowFactory = {
  clock,
  wake: () => undefined,
  get database() {
    return db.database
  },
}
const start = new Date('2027-01-31T12:00:00.000Z')
const end = new Date('2030-02-01T00:00:00.000Z')

function moveTo(instant: Date): void {
  while (clock.now() < instant) clock.advance((instant.getTime() - clock.now().getTime()) / 1000)
}

interface World {
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
}

let inOneStep: World
let monthly: World
let inRealTime: World

/** Three equal worlds that start at the same instant. */
beforeAll(async () => {
  clock.freeze()
  moveTo(start)
  ;[inOneStep, monthly, inRealTime] = [await newWorld(), await newWorld(), await newWorld()]
}, 120_000)

async function newWorld(): Promise<World> {
  const organization = await createOrganization(server.current)
  const calls = await subscriptionCalls(server.current, organization)
  await seedSubscriptions(server.current, calls, organization)
  await server.current.settle()
  return { organization, calls }
}

const historyIn = ({ organization }: World) => readHistory(server.current, organization, start)

const advance = async ({ calls }: World, to: Date) => {
  const answer = await calls.post('/clock/advance', { to: to.toISOString() })
  expect(answer).toMatchObject({ status: 200, body: { now: to.toISOString() } })
  return answer
}

/** The first day of each month, on which nothing is due; the last one is the end. */
const firsts = Array.from({ length: 36 }, (_, at) => new Date(Date.UTC(2027, 2 + at, 1)))

const anythingDue = `
  select least(
    (select min(due_at) from subscription where organization_id = $1),
    (select min(expires_at) from checkout where organization_id = $1 and status = 'open')) as due`

const toNumber =
  'select from orders where organization_id = $1 and paid_at is not null and invoice_number is null'

/** Runs what schedules and sweeps would run until then. */
async function runInRealTimeUntil(until: Date, { organization }: World): Promise<void> {
  for (;;) {
    const { rows } = await db.database.pool.query(anythingDue, [organization.id])
    const due: Date | null = rows[0]?.due ?? null
    if (due === null || due > until) break
    moveTo(due)
    for (const task of [expireCheckouts.name, notifyExpiringCardsJob.name, runDueJob.name]) {
      await runOn(db.ownerUrl, `select graphile_worker.add_job('${task}')`)
    }
    await server.current.settle()
    // The server may be numbering some of them.
    await eventually(async () => {
      await numberPaidOrders.run({ uowFactory }, new AbortController().signal)
      expect(await runOn(db.ownerUrl, toNumber, [organization.id])).toEqual([])
    })
  }
  moveTo(until)
}

it('advancing monthly or by three years gives the same history as real time', async () => {
  const [year, later] = [firsts.slice(0, 12), firsts.slice(12)]
  const { body } = await advance(inOneStep, end)
  for (const first of year) await advance(monthly, first)
  await runInRealTimeUntil(year.at(-1) ?? end, inRealTime)
  expect(await historyIn(monthly)).toEqual(await historyIn(inRealTime))
  for (const first of later) await advance(monthly, first)
  const whole = await historyIn(inOneStep)
  expect(whole.orders.length).toBeGreaterThan(100)
  expect(await historyIn(monthly)).toEqual(whole)
  expect(body?.['happened']).toContainEqual({
    at: '2027-02-28T12:00:00.000Z',
    what: 'order.paid',
    count: 3,
  })
}, 300_000)
