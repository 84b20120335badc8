import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newFreeSubscription } from '../../../../test/subscriptions.ts'
import { ingest, ingestNew, listCustomerMeters } from '../../../../test/usage.ts'

const { db, acme, calls } = sellingServer([
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
  'products:write',
  'subscriptions:write',
])

const clause = (value: string) => ({ property: 'name', operator: 'eq', value })
const counting = (name: string) => ({
  name: `Counts ${name}`,
  filter: { conjunction: 'and', clauses: [clause(name)] },
  aggregation: { func: 'count' },
})
const computing = (name: string, func: string) => ({
  ...counting(name),
  aggregation: { func, property: 'amount' },
})

/** What a meter counted of a customer; undefined if it counted nothing. */
const consumed = async (meter: string, customer: string): Promise<number | undefined> =>
  (await listCustomerMeters(calls, `meter_id=${meter}&customer_id=${customer}`))[0]?.consumed_units

const eventsOf = (customer_id: string, name: string, ...amounts: readonly unknown[]) =>
  amounts.map((amount) => ({ name, customer_id, metadata: { amount } }))

const newMeterId = async (input: object) => (await newMeter(calls, input)).id

const newName = () => `name-${randomUUID()}`

describe('what a customer used', () => {
  it('is known as soon as the events are stored', async () => {
    const name = newName()
    const meter = await newMeterId(computing(name, 'sum'))
    const { id } = await newCustomer(calls)
    expect(await consumed(meter, id)).toBeUndefined()
    for (const [at, amount] of [0.1, 0.2, 0.7].entries()) {
      await ingestNew(calls, ...eventsOf(id, name, amount))
      expect(await consumed(meter, id)).toBe([0.1, 0.3, 1][at])
    }
  })

  it.each([
    ['count', 4],
    ['sum', 11],
    ['max', 8],
    ['min', -1],
    ['avg', 3.666666666667],
  ])('is the %s of the matching events: %d', async (func, value) => {
    const name = newName()
    const meter = await newMeterId(func === 'count' ? counting(name) : computing(name, func))
    const { id } = await newCustomer(calls)
    await ingestNew(calls, ...eventsOf(id, name, 4), ...eventsOf(id, 'other', 100))
    await ingestNew(calls, ...eventsOf(id, name, 8, '5', -1))
    expect(await consumed(meter, id)).toBe(value)
  })

  it('doesn’t count what was ingested before', async () => {
    const name = newName()
    const meter = await newMeterId(counting(name))
    const { id } = await newCustomer(calls)
    const events = eventsOf(id, name, 1, 2).map((one, at) => ({
      ...one,
      external_id: `${name}-${at}`,
    }))
    await ingest(calls, ...events, ...events)
    await ingest(calls, ...events)
    expect(await consumed(meter, id)).toBe(2)
  })

  it('is exact under parallel requests for the same customers', async () => {
    const name = newName()
    const meter = await newMeterId(computing(name, 'sum'))
    const customers = [await newCustomer(calls), await newCustomer(calls)]
    const batch = customers.flatMap(({ id }) => eventsOf(id, name, 0.1, 0.2))
    const orders = [batch, batch.toReversed()]
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => ingest(calls, ...(orders[at % 2] ?? []))),
    )
    for (const { id } of customers) expect(await consumed(meter, id)).toBe(30)
  })

  it('is in the customer’s state and in one customer meter', async () => {
    const name = newName()
    const meter = await newMeterId(counting(name))
    const { id } = await newCustomer(calls)
    await ingestNew(calls, ...eventsOf(id, name, 1, 2, 3))
    const shown = { meter_id: meter, consumed_units: 3, credited_units: 0, balance: -3 }
    const items = await listCustomerMeters(calls, `customer_id=${id}`)
    expect(items).toMatchObject([{ ...shown, customer: { id }, meter: { id: meter } }])
    const one = await calls.get(`/customer-meters/${items[0]?.id}`)
    expect(one).toMatchObject({ status: 200, body: items[0] })
    const state = await calls.get(`/customers/${id}/state`)
    expect(state.body?.['active_meters']).toMatchObject([shown])
  })

  it('is listed by meter, by external id, and by what was used', async () => {
    const name = newName()
    const meter = await newMeterId(counting(name))
    const few = await newCustomer(calls, { external_id: name })
    const many = await newCustomer(calls)
    await ingestNew(calls, ...eventsOf(few.id, name, 1), ...eventsOf(many.id, name, 1, 2))
    const ids = async (query: string) =>
      (await listCustomerMeters(calls, `meter_id=${meter}&${query}`)).map((one) => one.customer_id)
    expect(await ids('sorting=consumed_units')).toEqual([few.id, many.id])
    expect(await ids('sorting=balance')).toEqual([many.id, few.id])
    expect(await ids(`external_customer_id=${name}`)).toEqual([few.id])
  })

  it('is nobody’s until the customer is known, who then has it at once', async () => {
    const name = newName()
    const meter = await newMeterId(counting(name))
    await ingestNew(
      calls,
      { name, external_customer_id: name },
      { name, external_customer_id: name },
    )
    expect(await listCustomerMeters(calls, `meter_id=${meter}`)).toEqual([])
    const { id } = await newCustomer(calls, { external_id: name })
    expect(await consumed(meter, id)).toBe(2)
    await ingestNew(calls, { name, external_customer_id: name })
    expect(await consumed(meter, id)).toBe(3)
  })
})

describe('a meter counts', () => {
  it('events from its creation on, or from a date in the past', async () => {
    const name = newName()
    const { id } = await newCustomer(calls)
    const at = (timestamp: string) => ({ name, customer_id: id, timestamp })
    await ingestNew(calls, at('2026-01-31T23:59:59Z'), at('2026-02-01T00:00:00Z'))
    const later = await newMeterId(counting(name))
    const fromPast = await newMeterId({ ...counting(name), counts_from: '2026-02-01T00:00:00Z' })
    expect(await consumed(later, id)).toBeUndefined()
    expect(await consumed(fromPast, id)).toBe(1)
    await ingestNew(calls, at('2026-01-15T00:00:00Z'), at('2026-02-15T00:00:00Z'))
    expect(await consumed(later, id)).toBeUndefined()
    expect(await consumed(fromPast, id)).toBe(2)
  })

  it('what was adopted before it was made', async () => {
    const name = newName()
    await ingestNew(calls, { name, external_customer_id: name })
    const { id } = await newCustomer(calls, { external_id: name })
    const meter = await newMeterId({ ...counting(name), counts_from: '2026-01-01T00:00:00Z' })
    expect(await consumed(meter, id)).toBe(1)
  })

  it('everything anew when it is changed', async () => {
    const [name, other] = [newName(), newName()]
    const meter = await newMeterId(computing(name, 'sum'))
    const { id } = await newCustomer(calls)
    await ingestNew(calls, ...eventsOf(id, name, 5, 6), ...eventsOf(id, other, 7))
    const change = async (input: object) =>
      expect(await calls.patch(`/meters/${meter}`, input)).toMatchObject({ status: 200 })
    await change({ aggregation: { func: 'max', property: 'amount' } })
    expect(await consumed(meter, id)).toBe(6)
    await change({ filter: { conjunction: 'and', clauses: [clause(other)] } })
    expect(await consumed(meter, id)).toBe(7)
    await change({ name: 'Another name' })
    expect(await consumed(meter, id)).toBe(7)
  })

  it('each event once, however it is made and changed while events arrive', async () => {
    const name = newName()
    const { id } = await newCustomer(calls)
    const since = { counts_from: '2026-01-01T00:00:00Z' }
    const meters: string[] = []
    const ingesting = Array.from({ length: 60 }, () => ingest(calls, ...eventsOf(id, name, 1, 1)))
    for (let made = 0; made < 5; made++) {
      const meter = await newMeterId({ ...counting(name), ...since })
      meters.push(meter)
      const aggregation = { func: 'sum', property: 'amount' }
      expect((await calls.patch(`/meters/${meter}`, { aggregation })).status).toBe(200)
    }
    await Promise.all(ingesting)
    for (const meter of meters) expect(await consumed(meter, id)).toBe(120)
  })
})

describe('periods of subscriptions', () => {
  async function subscribed() {
    const name = newName()
    const meter = await newMeterId(counting(name))
    const { id, customer_id } = await newFreeSubscription(calls)
    const key = [acme.id, customer_id, meter, id]
    const begin = (startsAt: string) =>
      runOn(
        db.ownerUrl,
        `insert into usage_period (organization_id, customer_id, meter_id, subscription_id, entity,
                                   starts_at, modified_at)
         values ($1, $2, $3, $4, '', $5, now())`,
        [...key, startsAt],
      )
    const end = `update usage_period set ends_at = $5
                  where (organization_id, customer_id, meter_id, subscription_id) = ($1, $2, $3, $4)
                    and ends_at = 'infinity'`
    const use = (timestamp: string, more: object = {}) =>
      ingestNew(calls, { name, customer_id, timestamp, ...more })
    const counted = async () =>
      runOn<object>(
        db.ownerUrl,
        `select subscription_id <> '00000000-0000-0000-0000-000000000000' as "isOfSubscription",
                entity, nullif(starts_at, '-infinity') as "startsAt", event_count::int as count
           from usage_period
          where organization_id = $1 and customer_id = $2 and meter_id = $3
          order by 1, 2, 3`,
        key.slice(0, 3),
      )
    return { id, key, begin, end, use, counted }
  }

  it('have the events of their time, and late ones too', async () => {
    const { key, begin, end, use, counted } = await subscribed()
    await begin('2026-02-01T00:00:00Z')
    await runOn(db.ownerUrl, end, [...key, '2026-03-01T00:00:00Z'])
    await begin('2026-03-01T00:00:00Z')
    await runOn(db.ownerUrl, `update meter set counts_from = '2026-01-01' where id = $1`, [key[2]])
    await use('2026-01-31T23:59:59Z')
    await use('2026-03-01T00:00:00Z')
    await use('2026-02-01T00:00:00Z')
    await use('2026-02-28T23:59:59.999Z')
    expect(await counted()).toEqual([
      { isOfSubscription: false, entity: '', startsAt: null, count: 1 },
      { isOfSubscription: true, entity: '', startsAt: new Date('2026-02-01T00:00:00Z'), count: 2 },
      { isOfSubscription: true, entity: '', startsAt: new Date('2026-03-01T00:00:00Z'), count: 1 },
    ])
  })

  it('also count for each part of a customer', async () => {
    const { begin, use, counted } = await subscribed()
    await begin('2026-02-01T00:00:00Z')
    const now = new Date().toISOString()
    await use(now, { entity: 'workspace-1' })
    await use(now, { entity: 'workspace-2' })
    await use(now, { entity: 'workspace-2' })
    await use(now)
    expect(await counted()).toMatchObject([
      { entity: '', count: 4 },
      { entity: 'workspace-1', count: 1 },
      { entity: 'workspace-2', count: 2 },
    ])
  })
})
