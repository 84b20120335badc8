import { beforeEach, expect, it } from 'vitest'
import { give } from '../../test/credit-calls.ts'
import { newCustomer } from '../../test/customers.ts'
import { limit } from '../../test/limit-calls.ts'
import { newMeter } from '../../test/meters.ts'
import { orderDeps } from '../../test/orders.ts'
import { createOrganization, organizationIdOf } from '../../test/owned-organization.ts'
import { newPayment } from '../../test/payments.ts'
import { fixedPrice, newProduct } from '../../test/products.ts'
import { sellingServer } from '../../test/selling-server.ts'
import { runOn } from '../../test/sql.ts'
import { newCreditPack, storeCard, topUpScopes, turnOn } from '../../test/top-ups.ts'
import { portalOf } from '../../test/typed-purchases.ts'
import { rollUpIn } from '../domains/metrics/actions/roll-up.ts'
import { assert } from '../kernel/assert.ts'
import { systemClock } from '../platform/clock.ts'
import { findInEach } from '../platform/database/one-organization-each.ts'
import type { DueKind } from '../platform/due/due-list.ts'
import { lookAtDue } from '../platform/due/look-at-due.ts'
import { recountDue } from '../platform/due/recount-due.ts'
import { domains } from './domains.ts'

/** Without a worker: nobody looks but the tests. */
const { db, server, acme, calls } = sellingServer([...topUpScopes, 'meters:write'], {
  GUILDHALL_ROLES: 'web',
})

const { signal } = new AbortController()

const hour = 3_600
const day = 24 * hour

let start: Date

beforeEach(() => {
  start = systemClock.now()
})

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

const lists = domains.flatMap(({ dueLists }) => dueLists ?? [])

function listOf(kind: DueKind) {
  const list = lists.find((one) => one.kind === kind)
  assert(list !== undefined, 'every kind has a list')
  return list
}

const depsIn = (seconds: number) => ({
  database: { ...db.database, isDistributed: false },
  clock: { now: () => later(seconds) },
})

/** Where a worker would look so much later. Nothing is done there. */
async function lookFor(kind: DueKind, seconds: number): Promise<readonly string[]> {
  const looked: string[] = []
  const list = listOf(kind)
  await lookAtDue(depsIn(seconds), {
    list: {
      ...list,
      // As on a cluster.
      findNext: (kysely, organizationIds, now) =>
        findInEach({ isDistributed: true }, organizationIds, (some) =>
          list.findNext(kysely, some, now),
        ),
    },
    signal,
    run: async (organizationIds) => void looked.push(...organizationIds),
  })
  return looked
}

const isLookedFor = async (kind: DueKind, seconds: number): Promise<boolean> =>
  (await lookFor(kind, seconds)).includes(acme.id)

interface Noted {
  readonly kind: DueKind
  readonly make: () => Promise<unknown>
  readonly dueInSeconds: number
}

const newMeterId = async () =>
  (
    await newMeter(calls, {
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'sum', property: 'units' },
    })
  ).id

const newBuyer = async () => ({
  customer: (await newCustomer(calls)).id,
  meter: await newMeterId(),
})

const noted: readonly Noted[] = [
  {
    kind: 'credits.expire_due',
    dueInSeconds: hour,
    make: async () => {
      await give(calls, await newBuyer(), 100, { expires_at: later(hour).toISOString() })
    },
  },
  {
    kind: 'limits.tell_thresholds',
    dueInSeconds: 14,
    make: async () => {
      const { customer, meter } = await newBuyer()
      await limit(calls, customer, { meter_id: meter, units: 10, thresholds: [50] })
    },
  },
  {
    kind: 'subscriptions.bill_early',
    dueInSeconds: 14,
    make: () =>
      newProduct(calls, {
        recurring_interval: 'month',
        billing_threshold_amount: 200,
        prices: [fixedPrice(1000)],
      }),
  },
  {
    kind: 'subscriptions.decide_sandbox_disputes',
    dueInSeconds: 7 * day,
    make: async () => {
      const confirmationToken = 'tok_sandbox_dispute_won'
      await newPayment(server.current, acme, await newCustomer(calls), { confirmationToken })
    },
  },
  {
    kind: 'topups.buy_due_credits',
    dueInSeconds: 14,
    make: async () => {
      const market = { server: server.current, seller: calls, organization: acme }
      const buyer = await newBuyer()
      const { customer: id, meter } = buyer
      await give(calls, buyer, 100)
      const product = await newCreditPack(calls, meter)
      await storeCard(market, { id })
      const portal = await portalOf(market, { id })
      const answer = await turnOn(portal, { meter_id: meter, product_id: product })
      expect(answer).toMatchObject({ status: 200 })
    },
  },
]

it.each(noted)(
  'the transaction that makes work of $kind notes it',
  async ({ kind, make, dueInSeconds }) => {
    expect(await isLookedFor(kind, 0)).toBe(false)
    await make()
    expect(await isLookedFor(kind, 0)).toBe(true)
    expect(await isLookedFor(kind, dueInSeconds / 2)).toBe(false)
    expect(await isLookedFor(kind, dueInSeconds * 2)).toBe(true)
  },
)

it('a recount finds movements that a migration has left to derive', async () => {
  const kind = 'subscriptions.backfill_movements'
  const { customer } = await newBuyer()
  await runOn(db.ownerUrl, 'insert into movement_backfill values ($1, $2)', [acme.id, customer])
  expect(await isLookedFor(kind, 0)).toBe(false)
  await recountDue([listOf(kind)]).run({ uowFactory: depsIn(0) }, signal)
  expect(await isLookedFor(kind, 0)).toBe(true)
  expect(await isLookedFor(kind, 0)).toBe(true)
  await runOn(db.ownerUrl, 'delete from movement_backfill')
  await isLookedFor(kind, 0)
  expect(await isLookedFor(kind, 0)).toBe(false)
})

it('days of an organization are looked at when one is over, and after each of its changes', async () => {
  const kind = 'metrics.roll_up'
  const { id, owner } = await createOrganization(server.current)
  expect(await lookFor(kind, 0)).toContain(id)
  await rollUpIn(orderDeps(server.current), [organizationIdOf({ id })])
  const saved = await runOn(
    db.ownerUrl,
    'update metrics_roll_up set rolled_up_until = $2 where organization_id = $1 returning time_zone',
    [id, later(-hour).toISOString()],
  )
  expect(saved).toHaveLength(1)
  expect(await lookFor(kind, 0)).toContain(id)
  expect(await lookFor(kind, 22 * hour)).not.toContain(id)
  expect(await lookFor(kind, 24 * hour)).toContain(id)

  const change = { data: { name: 'Other works' }, organizationId: id }
  const answer = await owner.browser.post('/api/auth/organization/update', change)
  expect(answer).toMatchObject({ status: 200 })
  expect(await lookFor(kind, 0)).toContain(id)
  await runOn(db.ownerUrl, 'delete from due_note')
  await recountDue([listOf(kind)]).run({ uowFactory: depsIn(22 * hour) }, signal)
  expect(await lookFor(kind, 24 * hour)).not.toContain(id)
  await recountDue([listOf(kind)]).run({ uowFactory: depsIn(25 * hour) }, signal)
  expect(await lookFor(kind, 25 * hour)).toContain(id)
})

it.each(noted)('where a note of $kind is lost, a recount finds the work', async (work) => {
  const { kind, make, dueInSeconds } = work
  await make()
  await runOn(db.ownerUrl, 'delete from due_note')
  expect(await isLookedFor(kind, dueInSeconds * 2)).toBe(false)
  await recountDue([listOf(kind)]).run({ uowFactory: depsIn(dueInSeconds) }, signal)
  expect(await isLookedFor(kind, dueInSeconds * 2)).toBe(true)
})
