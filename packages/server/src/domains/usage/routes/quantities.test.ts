import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { onConnection } from '../../../../test/sql.ts'
import { getQuantities, ingestNew, type MeasuredQuantities } from '../../../../test/usage.ts'

const { db, calls } = sellingServer([
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
])

const newName = () => `name-${randomUUID()}`

const meterOf = async (name: string, aggregation: object = { func: 'count' }) => {
  const clause = { property: 'name', operator: 'eq', value: name }
  const filter = { conjunction: 'and', clauses: [clause] }
  return (await newMeter(calls, { filter, aggregation })).id
}

const amounts = (func: string) => ({ func, property: 'amount' })

const march = {
  start_timestamp: '2026-03-01T00:00:00Z',
  end_timestamp: '2026-03-04T00:00:00Z',
  interval: 'day',
}

const eventAt = (name: string, timestamp: string, metadata: object = {}, whom: object = {}) => ({
  name,
  external_customer_id: 'nobody',
  timestamp,
  metadata,
  ...whom,
})

const values = ({ quantities }: Pick<MeasuredQuantities, 'quantities'>) =>
  quantities.map(({ quantity }) => quantity)

describe('the quantities of a meter', () => {
  it.each([
    ['count', [2, 0, 1], 3],
    ['sum', [0.3, 0, 5], 5.3],
    ['max', [0.2, 0, 5], 5],
    ['min', [0.1, 0, 5], 0.1],
    ['avg', [0.15, 0, 5], 1.766666666667],
  ])('are the %s of each day, and of all: %j, %d', async (func, each, total) => {
    const name = newName()
    const meter = await meterOf(name, func === 'count' ? undefined : amounts(func))
    await ingestNew(
      calls,
      eventAt(name, '2026-02-28T23:59:59.999Z', { amount: 100 }),
      eventAt(name, '2026-03-01T00:00:00Z', { amount: 0.1 }),
      eventAt(name, '2026-03-01T23:59:59.999Z', { amount: 0.2 }),
      eventAt(name, '2026-03-03T12:00:00Z', { amount: 5 }),
      eventAt('other', '2026-03-03T12:00:00Z', { amount: 7 }),
      eventAt(name, '2026-03-04T00:00:00Z', { amount: 100 }),
    )
    const measured = await getQuantities(calls, meter, march)
    expect(values(measured)).toEqual(each)
    expect(measured).toMatchObject({ total, groups: null })
    expect(measured.quantities.map(({ timestamp }) => timestamp)).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
    ])
  })

  it('leave out what has no quantity', async () => {
    const name = newName()
    const meter = await meterOf(name, amounts('sum'))
    const [at] = [march.start_timestamp]
    await ingestNew(calls, eventAt(name, at, { amount: '5' }), eventAt(name, at))
    expect(await getQuantities(calls, meter, march)).toMatchObject({ total: 0 })
    expect(await getQuantities(calls, meter, { ...march, group_by: 'customer' })).toMatchObject({
      groups: [],
    })
  })

  it('are exact, however many digits there are', async () => {
    const name = newName()
    const meter = await meterOf(name, amounts('sum'))
    const tiny = Array.from({ length: 1000 }, () =>
      eventAt(name, march.start_timestamp, { amount: 0.1 }),
    )
    await ingestNew(calls, ...tiny)
    expect(await getQuantities(calls, meter, march)).toMatchObject({ total: 100 })
  })

  it('are those of days of a time zone', async () => {
    const name = newName()
    const meter = await meterOf(name)
    await ingestNew(
      calls,
      eventAt(name, '2026-03-28T22:59:00Z'),
      eventAt(name, '2026-03-28T23:00:00Z'),
      eventAt(name, '2026-03-29T21:59:00Z'),
      eventAt(name, '2026-03-29T22:00:00Z'),
    )
    const span = {
      start_timestamp: '2026-03-27T23:00:00Z',
      end_timestamp: '2026-03-30T22:00:00Z',
      interval: 'day',
      timezone: 'Europe/Berlin',
    }
    const measured = await getQuantities(calls, meter, span)
    expect(values(measured)).toEqual([1, 2, 1])
    expect(measured.quantities[2]?.timestamp).toBe('2026-03-29T22:00:00.000Z')
  })

  it.each([
    ['hour', '2026-03-01T00:00:00Z', '2026-03-08T23:59:59Z', 192],
    ['day', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 366],
    ['week', '2025-01-06T00:00:00Z', '2026-01-06T00:00:00Z', 53],
    ['month', '2023-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 48],
    ['year', '2023-01-01T00:00:00Z', '2032-12-29T00:00:00Z', 10],
  ])('of each %s from %s until %s: %d', async (interval, from, until, count) => {
    const meter = await meterOf(newName())
    const span = { start_timestamp: from, end_timestamp: until, interval }
    expect((await getQuantities(calls, meter, span)).quantities).toHaveLength(count)
  })
})

describe('whose quantities', () => {
  it('are asked for by customer and by external id, and include adopted events', async () => {
    const name = newName()
    const meter = await meterOf(name)
    const at = march.start_timestamp
    const one = await newCustomer(calls, { external_id: `${name}-one` })
    await ingestNew(
      calls,
      eventAt(name, at, {}, { external_customer_id: `${name}-one` }),
      eventAt(name, at, {}, { external_customer_id: `${name}-two` }),
      eventAt(name, at, {}, { external_customer_id: `${name}-two` }),
      eventAt(name, at, {}, { external_customer_id: `${name}-three` }),
    )
    const two = await newCustomer(calls, { external_id: `${name}-two` })
    const total = async (query: string) => {
      const span = new URLSearchParams(march).toString()
      const { body } = await calls.get(`/meters/${meter}/quantities?${span}&${query}`)
      return body?.['total']
    }
    expect(await total(`customer_id=${one.id}`)).toBe(1)
    expect(await total(`customer_id=${two.id}`)).toBe(2)
    expect(await total(`customer_id=${one.id}&customer_id=${two.id}`)).toBe(3)
    expect(await total(`external_customer_id=${name}-three`)).toBe(1)
    expect(await total(`external_customer_id=${name}-two&external_customer_id=${name}-one`)).toBe(3)
    expect(await total(`customer_id=${randomUUID()}`)).toBe(0)
    const { groups } = await getQuantities(calls, meter, { ...march, group_by: 'customer' })
    expect(groups?.map(({ key, total: of }) => [key, of])).toEqual([
      [two.id, 2],
      [one.id, 1],
      [null, 1],
    ])
  })

  it('are those of events with some metadata', async () => {
    const name = newName()
    const meter = await meterOf(name)
    const at = march.start_timestamp
    await ingestNew(calls, eventAt(name, at, { model: 'lite' }), eventAt(name, at))
    const measured = await getQuantities(calls, meter, { ...march, 'metadata[model]': 'lite' })
    expect(measured.total).toBe(1)
  })
})

describe('groups of quantities', () => {
  it('are by the text of a property, also a nested one', async () => {
    const name = newName()
    const meter = await meterOf(name, amounts('sum'))
    const [, second] = ['', '2026-03-02T00:00:00Z']
    await ingestNew(
      calls,
      eventAt(name, march.start_timestamp, { amount: 1, run: { seats: 5 } }),
      eventAt(name, second, { amount: 2, run: { seats: '5' } }),
      eventAt(name, second, { amount: 9, run: { seats: true } }),
      eventAt(name, second, { amount: 4 }),
    )
    const by = { ...march, group_by: 'metadata.run.seats' }
    const measured = await getQuantities(calls, meter, by)
    expect(measured.total).toBe(16)
    expect(measured.groups?.map((group) => [group.key, values(group), group.total])).toEqual([
      ['true', [0, 9, 0], 9],
      [null, [0, 4, 0], 4],
      ['5', [1, 2, 0], 3],
    ])
  })

  it('are fifty, and one of what remains', async () => {
    const name = newName()
    const meter = await meterOf(name, amounts('max'))
    await ingestNew(
      calls,
      ...Array.from({ length: 53 }, (_, at) =>
        eventAt(name, march.start_timestamp, { amount: at, key: `k${at}` }),
      ),
    )
    const { groups } = await getQuantities(calls, meter, { ...march, group_by: 'metadata.key' })
    expect(groups).toHaveLength(51)
    expect(groups?.[0]).toMatchObject({ key: 'k52', is_others: false, total: 52 })
    expect(groups?.at(-1)).toMatchObject({ key: null, is_others: true, total: 2 })
  })
})

describe('quantities are refused', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['before 2023', { start_timestamp: '2022-12-31T23:59:59Z' }, ['query', 'start_timestamp']],
    ['of nothing', { end_timestamp: march.start_timestamp }, ['query', 'end_timestamp']],
    ['by minute', { interval: 'minute' }, ['query', 'interval']],
    ['of 8 days by hour', { interval: 'hour', end_timestamp: '2026-03-09T00:00:00Z' }, ['query']],
    ['of 367 days by day', { end_timestamp: '2027-03-03T00:00:00Z' }, ['query']],
    ['of 366 days by week', { interval: 'week', end_timestamp: '2027-03-02T00:00:00Z' }, ['query']],
    [
      'of 4 years by month',
      { interval: 'month', end_timestamp: '2030-03-01T00:00:00Z' },
      ['query'],
    ],
    ['of 10 years by year', { interval: 'year', end_timestamp: '2036-03-01T00:00:00Z' }, ['query']],
    ['in an unknown time zone', { timezone: 'Europe/Atlantis' }, ['query', 'timezone']],
    ['in a fixed offset', { timezone: '+01:00' }, ['query', 'timezone']],
    ['by unknown groups', { group_by: 'model' }, ['query', 'group_by']],
  ])('%s', async (_, changes, loc) => {
    const meter = await meterOf(newName())
    const query = new URLSearchParams({ ...march, ...changes }).toString()
    const answer = await calls.get(`/meters/${meter}/quantities?${query}`)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
    expect(answer.body?.['detail']).toHaveLength(1)
  })

  it('of an unknown meter', async () => {
    const query = new URLSearchParams(march).toString()
    const answer = await calls.get(`/meters/${randomUUID()}/quantities?${query}`)
    expect(answer.status).toBe(404)
  })

  it('if reading takes too long', async () => {
    const meter = await meterOf(newName())
    await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin; lock table usage_event')
      const query = new URLSearchParams(march).toString()
      const answer = await calls.get(`/meters/${meter}/quantities?${query}`)
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query'], msg: expect.stringContaining('8 seconds') }] },
      })
      await client.query('rollback')
    })
  }, 20_000)
})
