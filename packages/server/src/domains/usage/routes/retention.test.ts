import { randomUUID } from 'node:crypto'
import { type Id, id as idOf } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { examined } from '../../../../test/examined.ts'
import { explained } from '../../../../test/explanations.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import {
  getQuantities,
  ingest,
  ingestNew,
  listCustomerMeters,
  listEvents,
  storedEvents,
} from '../../../../test/usage.ts'
import { examineUsageEvents } from '../../../app/doctor-usage.ts'
import { assert } from '../../../kernel/assert.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import { compileMeter } from '../actions/compile-meter.ts'
import { removeOldEvents } from '../actions/remove-events.ts'
import { removeEventsJob } from '../jobs/remove-events.ts'
import { recountCustomer } from '../store/count-events.ts'
import { findEvents } from '../store/voids.ts'

const { db, server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
])

const dayMilliseconds = 86_400_000
const log = pino({ level: 'silent' })
const signal = AbortSignal.timeout(600_000)
const months = 3

const remove = () => removeOldEvents(orderDeps(server.current), months, { signal, log })

const named = (value: string) => ({
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value }],
})

let organizationId: Id<'organization'>

beforeAll(async () => {
  organizationId = idOf('organization').parse(acme.id)
})

async function metered(func: string) {
  const name = `name-${randomUUID()}`
  const aggregation =
    func === 'unique'
      ? { func: 'count', unique_property: 'value' }
      : { func, ...(func !== 'count' && { property: 'value' }) }
  const { id: meter } = await newMeter(calls, { name: 'Units', filter: named(name), aggregation })
  const consumed = async (customer: string) =>
    (await listCustomerMeters(calls, `meter_id=${meter}&customer_id=${customer}`))[0]
      ?.consumed_units
  const use = (customer_id: string, values: readonly unknown[], input: object = {}) =>
    ingestNew(
      calls,
      ...values.map((value) => ({ name, customer_id, metadata: { value }, ...input })),
    )
  const plan = (interval: string) =>
    newProduct(calls, {
      name: 'Metered',
      recurring_interval: interval,
      prices: [fixedPrice(1000), meteredPrice(meter, { unit_amount: '10' })],
    })
  return { name, meter, consumed, use, plan, stored: () => storedEvents(db, acme, name) }
}

/** By the organization’s clock. */
async function organizationTime(): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce((select frozen_at from frozen_clock where organization_id = ${acme.id}), now())
      as at`.execute(db.database.kysely)
  return rows[0]?.at.toISOString() ?? ''
}

let agedMonths = 0

/** All events that are stored were ingested years ago, each time in a later month. */
async function age(): Promise<string> {
  agedMonths += 1
  const first = `2019-${String(agedMonths).padStart(2, '0')}-01`
  await runOn(db.ownerUrl, `select guildhall_make_partition('usage_event', date '${first}')`)
  await runOn(db.ownerUrl, `update usage_event set ingested_at = '${first}T12:00:00Z'`)
  return `usage_event_${first.replaceAll('-', '')}`
}

const exists = async (partition: string) =>
  (
    await runOn<{ found: boolean }>(db.ownerUrl, 'select to_regclass($1) is not null as found', [
      partition,
    ])
  )[0]?.found

async function advance(days: number): Promise<void> {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const completeFrom = async () =>
  (
    await db.database.kysely
      .selectFrom('usageRetention')
      .select('completeFrom')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst()
  )?.completeFrom

const fault = (loc: readonly (string | number)[]) => ({
  status: 422,
  body: { detail: [{ loc, msg: expect.stringContaining('are no longer kept') }] },
})

it('keeps a month until its periods are billed and old by the clock of their organization', async () => {
  const { use, plan, stored, consumed } = await metered('sum')
  const yearly = await newPaidSubscription(server.current, calls, await plan('year'))
  await use(yearly.customer_id, [4, 3])
  const partition = await age()
  await remove()
  expect(await stored()).toBe(2)
  await advance(200)
  await remove()
  expect({ events: await stored(), kept: await completeFrom() }).toEqual({
    events: 2,
    kept: undefined,
  })
  await advance(170)
  expect(await consumed(yearly.customer_id)).toBe(0)
  await remove()
  expect(await stored()).toBe(2)
  await advance(150)
  await remove()
  expect({ events: await stored(), partition: await exists(partition) }).toEqual({
    events: 0,
    partition: false,
  })
  expect(await examined(db, (client) => examineUsageEvents(client, months))).toMatchObject([
    { state: 'fine' },
  ])
})

it('explains an item by its sums, and says since when events are kept', async () => {
  const { use, plan } = await metered('sum')
  const { customer_id } = await newPaidSubscription(server.current, calls, await plan('month'))
  await use(customer_id, [4, 3])
  await advance(31)
  const { body } = await calls.get(`/orders/?customer_id=${customer_id}&sorting=-created_at`)
  const item = z.object({ id: z.string(), label: z.string() })
  const order = z.object({ id: z.string(), items: z.array(item) })
  const [last] = z.object({ items: z.array(order) }).parse(body).items
  const billed = last?.items.find(({ label }) => label.startsWith('Units'))
  const path = `/orders/${last?.id}/items/${billed?.id}`
  const before = await explained(calls, path)
  expect(before.usage).toMatchObject({ events_kept_from: null, units: '7' })
  expect(before.usage?.events).toHaveLength(2)
  await age()
  await advance(200)
  await remove()
  const kept = await completeFrom()
  expect(await explained(calls, path)).toEqual({
    ...before,
    usage: { ...before.usage, events: [], events_kept_from: kept?.toISOString() },
  })
})

it.each([
  ['max', [9, 4], [5, 2], 9, 9],
  ['min', [1, 4], [5, 2], 1, 1],
  ['count', [9, 4], [5, 2], 4, 3],
  ['unique', ['a', 'b'], ['b', 'c'], 3, 3],
])('balances keep what removed events counted: %s', async (func, old, recent, all, left) => {
  const { name, meter, use, consumed, stored } = await metered(func)
  const { id } = await newCustomer(calls)
  await use(id, old)
  await age()
  await advance(200)
  await remove()
  expect(await stored()).toBe(0)
  const [first, second] = recent
  await use(id, [first], { external_id: `${name}-1` })
  await use(id, [second])
  expect(await consumed(id)).toBe(all)
  const voiding = await calls.post('/events/void', { events: [{ external_id: `${name}-1` }] })
  expect(voiding).toMatchObject({ status: 200, body: { voided: 1 } })
  expect(await consumed(id)).toBe(left)
  await db.database.transact(async (tx) => {
    const row = (await listMetersOf(tx, [organizationId])).find((one) => one.id === meter)
    assert(row !== undefined, 'the meter was made')
    await recountCustomer(tx, compileMeter(row), idOf('customer').parse(id))
  })
  expect(await consumed(id)).toBe(left)
})

it('refuses what would need removed events', async () => {
  const { name, meter, use, stored, consumed } = await metered('sum')
  const { id } = await newCustomer(calls)
  const at = await organizationTime()
  const sent = { name, customer_id: id, external_id: `${name}-1`, metadata: { value: 5 } }
  await ingestNew(calls, { ...sent, timestamp: at })
  await age()
  await advance(200)
  await remove()
  expect({ events: await stored(), used: await consumed(id) }).toEqual({ events: 0, used: 5 })
  expect(await ingest(calls, { ...sent, timestamp: at })).toMatchObject(
    fault(['body', 'events', 0, 'timestamp']),
  )
  expect(
    await calls.post('/events/void', { events: [{ external_id: `${name}-1` }] }),
  ).toMatchObject({ status: 422, body: { detail: [{ msg: 'Event not found' }] } })
  const { items } = z
    .object({ items: z.array(z.object({ name: z.string() })) })
    .parse((await calls.get(`/events/names?query=${name}`)).body)
  expect([items, (await listEvents(calls, `name=${name}`)).pagination.total_count]).toEqual([[], 0])
  const filter = named(name)
  const aggregation = { func: 'count' }
  expect(
    await calls.post('/meters/', { name, filter, aggregation, counts_from: at }),
  ).toMatchObject(fault(['body', 'counts_from']))
  expect(
    await calls.post('/meters/preview', { filter, aggregation, start_timestamp: at }),
  ).toMatchObject(fault(['body', 'start_timestamp']))
  await use(id, [7])
  const end_timestamp = new Date(Date.parse(await organizationTime()) + dayMilliseconds)
  const query = { interval: 'month', end_timestamp: end_timestamp.toISOString() }
  const spans = (start_timestamp: string) =>
    new URLSearchParams({ ...query, start_timestamp }).toString()
  expect(await calls.get(`/meters/${meter}/quantities?${spans(at)}`)).toMatchObject(
    fault(['query', 'start_timestamp']),
  )
  const start_timestamp = (await completeFrom())?.toISOString() ?? ''
  expect(await getQuantities(calls, meter, { ...query, start_timestamp })).toMatchObject({
    total: 7,
  })
})

it('leaves an event that is being corrected to the next run', async () => {
  const { name, use, stored, consumed } = await metered('sum')
  const { id } = await newCustomer(calls)
  await use(id, [3])
  await use(id, [4], { external_id: name })
  const partition = await age()
  await advance(200)
  await db.database.transact(async (tx) => {
    await findEvents(tx, organizationId, { ids: [], externalIds: [name] })
    await remove()
  })
  expect([await stored(), await exists(partition)]).toEqual([1, true])
  await remove()
  expect([await stored(), await exists(partition), await consumed(id)]).toEqual([0, false, 7])
})

it('removes nothing unless a setting says so', async () => {
  const { use, stored } = await metered('sum')
  await use((await newCustomer(calls)).id, [3])
  await age()
  await advance(200)
  const task = removeEventsJob.task(orderDeps(server.current))
  const context = { jobId: '1', attempt: 1, attemptsMax: 1, signal, log }
  await task({}, context)
  expect(await stored()).toBe(1)
  const { config, ...deps } = orderDeps(server.current)
  const set = { ...config, server: { ...config.server, usageEventMonths: months } }
  await removeEventsJob.task({ ...deps, config: set })({}, context)
  expect(await stored()).toBe(0)
})
