import { beforeEach, expect, it } from 'vitest'
import { give } from '../../test/credit-calls.ts'
import { newCustomer } from '../../test/customers.ts'
import { limit } from '../../test/limit-calls.ts'
import { newMeter } from '../../test/meters.ts'
import { newPayment } from '../../test/payments.ts'
import { fixedPrice, newProduct } from '../../test/products.ts'
import { sellingServer } from '../../test/selling-server.ts'
import { runOn } from '../../test/sql.ts'
import { newCreditPack, storeCard, topUpScopes, turnOn } from '../../test/top-ups.ts'
import { portalOf } from '../../test/typed-purchases.ts'
import { assert } from '../kernel/assert.ts'
import { systemClock } from '../platform/clock.ts'
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

/** Whether a worker would look in the organization so much later. Nothing is done there. */
async function isLookedFor(kind: DueKind, seconds: number): Promise<boolean> {
  const looked: string[] = []
  await lookAtDue(depsIn(seconds), {
    list: listOf(kind),
    signal,
    run: async (organizationIds) => void looked.push(...organizationIds),
  })
  return looked.includes(acme.id)
}

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

it.each(noted)('where a note of $kind is lost, a recount finds the work', async (work) => {
  const { kind, make, dueInSeconds } = work
  await make()
  await runOn(db.ownerUrl, 'delete from due_note')
  expect(await isLookedFor(kind, dueInSeconds * 2)).toBe(false)
  await recountDue([listOf(kind)]).run({ uowFactory: depsIn(dueInSeconds) }, signal)
  expect(await isLookedFor(kind, dueInSeconds * 2)).toBe(true)
})
