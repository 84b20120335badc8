import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { explained } from '../../../../test/explanations.ts'
import { newMeter } from '../../../../test/meters.ts'
import { meteredPrice, newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { getQuantities, ingest, ingestNew, listCustomerMeters } from '../../../../test/usage.ts'

const { server, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
])

const filterOf = (name: string) => ({
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value: name }],
})

const aggregation = { func: 'count', unique_property: 'metadata.user' }

async function newUniqueMeter() {
  const name = `seat-${randomUUID()}`
  const { id } = await newMeter(calls, { filter: filterOf(name), aggregation })
  const balanceOf = async (customer: string) =>
    (await listCustomerMeters(calls, `meter_id=${id}&customer_id=${customer}`))[0]?.consumed_units
  return { name, id, balanceOf }
}

async function newUser() {
  const meter = await newUniqueMeter()
  const { id: customer_id } = await newCustomer(calls)
  const eventOf = (user: unknown, input: object = {}) => ({
    name: meter.name,
    customer_id,
    metadata: { user },
    ...input,
  })
  return { ...meter, customer_id, eventOf, balance: () => meter.balanceOf(customer_id) }
}

const voided = (...events: readonly object[]) => calls.post('/events/void', { events })

it('a meter of unique values shows as a count, and is changed like others', async () => {
  const meter = await newMeter(calls, { aggregation })
  const path = `/meters/${meter.id}`
  expect((await calls.get(path)).body).toMatchObject({ aggregation })
  const counted = await calls.patch(path, { aggregation: { func: 'count' } })
  expect(counted).toMatchObject({ status: 200, body: { aggregation: { func: 'count' } } })
  expect(Reflect.get(Object(counted.body).aggregation, 'unique_property')).toBeUndefined()
  const again = await calls.patch(path, { aggregation })
  expect(again).toMatchObject({ status: 200, body: { aggregation } })
})

describe('unique values', () => {
  it('count once in a balance, each by its kind', async () => {
    const { name, customer_id, eventOf, balance } = await newUser()
    await ingestNew(calls, eventOf('ada'), eventOf('ada'), eventOf('jun'))
    expect(await balance()).toBe(2)
    await ingestNew(calls, eventOf('jun'), eventOf(5), eventOf('5'), eventOf(5.0), eventOf(true))
    expect(await balance()).toBe(5)
    const without = { name, customer_id, metadata: { other: 'ada' } }
    await ingestNew(
      calls,
      without,
      eventOf({ id: 'ada' }),
      eventOf('true'),
      eventOf('x'.repeat(500)),
    )
    expect(await balance()).toBe(7)
  })

  it('are of one customer each, also of one whose events waited', async () => {
    const { name, eventOf, balance, balanceOf } = await newUser()
    await ingestNew(calls, eventOf('ada'))
    const external_customer_id = `later-${name}`
    const waiting = { name, external_customer_id, metadata: { user: 'ada' } }
    await ingestNew(calls, waiting, waiting, { ...waiting, metadata: { user: 'jun' } })
    const { id } = await newCustomer(calls, { external_id: external_customer_id })
    expect(await balanceOf(id)).toBe(2)
    await ingestNew(calls, waiting)
    expect(await balanceOf(id)).toBe(2)
    expect(await balance()).toBe(1)
  })

  it('of earlier events count with a meter that is changed to them', async () => {
    const name = `seat-${randomUUID()}`
    const meter = await newMeter(calls, { filter: filterOf(name) })
    const { id } = await newCustomer(calls)
    const users = ['ada', 'ada', 'jun'].map((user) => ({
      name,
      customer_id: id,
      metadata: { user },
    }))
    await ingestNew(calls, ...users)
    await calls.patch(`/meters/${meter.id}`, { aggregation })
    const [counted] = await listCustomerMeters(calls, `meter_id=${meter.id}`)
    expect(counted?.consumed_units).toBe(2)
  })

  it('are gone when the last event with them is voided, and come back with a new one', async () => {
    const { eventOf, balance } = await newUser()
    const id = randomUUID()
    const named = (user: string, at: number) => eventOf(user, { external_id: `${id}-${at}` })
    await ingestNew(calls, named('ada', 1), named('ada', 2), named('jun', 3))
    await voided({ external_id: `${id}-1` })
    expect(await balance()).toBe(2)
    await voided({ external_id: `${id}-2` })
    expect(await balance()).toBe(1)
    await ingestNew(calls, eventOf('ada'))
    expect(await balance()).toBe(2)
    await voided({ external_id: `${id}-3`, replacement: eventOf('ada') })
    expect(await balance()).toBe(1)
  })

  it('stay exact while events arrive twice and are corrected', async () => {
    const { eventOf, balance } = await newUser()
    const id = randomUUID()
    const eventAt = (at: number) => eventOf(`user-${at % 7}`, { external_id: `${id}-${at}` })
    await ingestNew(calls, ...Array.from({ length: 30 }, (_, at) => eventAt(at)))
    const places = Array.from({ length: 30 }, (_, at) => at)
    const answers = await Promise.all([
      ...places.map((at) => ingest(calls, eventAt(at), eventAt(at + 30))),
      ...places.map((at) =>
        voided({
          external_id: `${id}-${at}`,
          ...(at % 2 === 0 && { replacement: eventOf(`new-${at % 3}`) }),
        }),
      ),
      ...places.map((at) => ingest(calls, eventAt(at + 30), eventOf(`late-${at % 5}`))),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balance()).toBe(7 + 3 + 5)
    await voided(...places.map((at) => ({ external_id: `${id}-${at + 30}` })))
    expect(await balance()).toBe(3 + 5)
  })
})

it('a price of unique values is billed by period, with late values once', async () => {
  const { id: meter, name } = await newUniqueMeter()
  const { id: product } = await newProduct(calls, {
    name: 'Seats',
    recurring_interval: 'month',
    prices: [meteredPrice(meter, { unit_amount: '100' })],
  })
  const { id, customer_id } = await newPaidSubscription(server.current, calls, { id: product })
  const { body: began } = await calls.get(`/subscriptions/${id}`)
  const timestamp = String(Reflect.get(Object(began), 'current_period_start'))
  const use = (...users: readonly string[]) =>
    ingestNew(calls, ...users.map((user) => ({ name, customer_id, metadata: { user } })))
  const billed = async () => {
    expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
    await server.current.settle()
    return (await calls.get(`/orders/?customer_id=${customer_id}&sorting=-created_at`)).body
  }
  await use('ada', 'ada', 'jun')
  expect(await billed()).toMatchObject({ items: [{ subtotal_amount: 200 }, {}] })
  const late = (user: string) => ({ name, customer_id, metadata: { user }, timestamp })
  await ingestNew(calls, late('ada'), late('eve'))
  await use('ada')
  const { items } = orders.parse(await billed())
  expect(items[0]?.subtotal_amount).toBe(200)
  expect(items[0]?.items.map(({ amount }) => amount)).toEqual([100, 100])
  const [order] = items.slice(-2)
  const [item] = order?.items ?? []
  expect(await explained(calls, `/orders/${order?.id}/items/${item?.id}`)).toMatchObject({
    usage: { meter: { aggregation }, units: '2', event_count: 3, event_sum: '2' },
  })
})

const orders = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      subtotal_amount: z.number(),
      items: z.array(z.object({ id: z.string(), amount: z.number() })),
    }),
  ),
})

describe('measured unique values', () => {
  const at = (timestamp: string) => ({ timestamp })

  it('have a total that isn’t the sum of the days or groups', async () => {
    const { id, name, eventOf } = await newUser()
    const other = { external_customer_id: `other-${name}`, customer_id: undefined }
    await ingestNew(
      calls,
      eventOf('ada', at('2026-03-01T08:00:00Z')),
      eventOf('ada', at('2026-03-01T09:00:00Z')),
      eventOf('ada', at('2026-03-03T08:00:00Z')),
      eventOf('jun', at('2026-03-03T08:00:00Z')),
      eventOf('ada', { ...at('2026-03-03T08:00:00Z'), ...other }),
    )
    const measured = await getQuantities(calls, id, {
      start_timestamp: '2026-03-01T00:00:00Z',
      end_timestamp: '2026-03-04T00:00:00Z',
      interval: 'day',
      group_by: 'customer',
    })
    const figures = ({ quantities, total }: Omit<typeof measured, 'groups'>) => [
      ...quantities.map(({ quantity }) => quantity),
      total,
    ]
    expect(figures(measured)).toEqual([1, 0, 2, 2])
    expect(measured.groups?.map(figures)).toEqual([
      [1, 0, 2, 2],
      [0, 0, 1, 1],
    ])
  })

  it('of groups that aren’t shown are counted together', async () => {
    const { id, eventOf } = await newUser()
    const when = at('2026-03-01T08:00:00Z')
    const events = Array.from({ length: 60 }, (_, group) =>
      ['ada', ...(group < 50 ? [`user-${group}`] : [])].map((user) =>
        eventOf(user, { ...when, metadata: { user, group: String(group).padStart(2, '0') } }),
      ),
    )
    await ingestNew(calls, ...events.flat())
    const { total, groups } = await getQuantities(calls, id, {
      start_timestamp: '2026-03-01T00:00:00Z',
      end_timestamp: '2026-03-02T00:00:00Z',
      interval: 'day',
      group_by: 'metadata.group',
    })
    expect(total).toBe(51)
    expect(groups?.length).toBe(51)
    expect(groups?.at(0)).toMatchObject({ key: '00', is_others: false, total: 2 })
    expect(groups?.at(-1)).toMatchObject({ key: null, is_others: true, total: 1 })
  })

  it('are previewed, and zero without events', async () => {
    const { name, eventOf } = await newUser()
    const preview = () => calls.post('/meters/preview', { filter: filterOf(name), aggregation })
    expect((await preview()).body).toMatchObject({ matching_events: 0, value: 0 })
    await ingestNew(calls, eventOf('ada'), eventOf('ada'), eventOf('jun'), eventOf({ a: 1 }))
    expect((await preview()).body).toMatchObject({ matching_events: 4, value: 2 })
  })
})
