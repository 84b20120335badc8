import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { figuresOf, give, take } from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { askUsage, limit, verdict } from '../../../../test/limit-calls.ts'
import { newMeter } from '../../../../test/meters.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { ingestNew, listEvents } from '../../../../test/usage.ts'

const { db, calls } = sellingServer([
  'events:read',
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
])

let customer: string
let meter: string
let name: string

beforeEach(async () => {
  name = randomUUID()
  customer = (await newCustomer(calls)).id
  meter = await newMeterId({ func: 'sum', property: 'units' })
})

const newMeterId = async (aggregation: object) =>
  (
    await newMeter(calls, {
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation,
    })
  ).id

const used = (units: number, input: object = {}) => ({
  event: { name, customer_id: customer, metadata: { units }, ...input },
})
const track = (units: number, input?: object) => verdict(calls, 'track', used(units, input))
const asked = (units: number, input: object = {}) => ({
  customer_id: customer,
  meter_id: meter,
  units,
  ...input,
})
const check = (units: number, input?: object) => verdict(calls, 'check', asked(units, input))
const cap = (units: number, input: object = {}) =>
  limit(calls, customer, { meter_id: meter, units, ...input })

async function allowance() {
  const { body } = await askUsage(calls, 'check', asked(1))
  return Object(body).allowance
}

async function reserve(units: number, input: object = {}): Promise<string> {
  const { status, body } = await askUsage(calls, 'reserve', asked(units, input))
  expect(status).toBe(200)
  return Object(Object(body).reservation).id ?? Object(body).reason
}

const settle = (reservation_id: string, units: number, input: object = {}) =>
  askUsage(calls, 'settle', {
    reservation_id,
    event: { name, metadata: { units }, ...input },
  })

const release = (reservation_id: string) => askUsage(calls, 'release', { reservation_id })

const expire = (id: string) =>
  runOn(
    db.url,
    `update usage_reservation set expires_at = now() - interval '1 second' where id = $1`,
    [id],
  )

describe('checking and tracking', () => {
  it('allows nothing without a price, credits or a limit', async () => {
    expect(await check(1)).toBe('not_entitled')
    expect(await track(1)).toBe('not_entitled')
    expect((await listEvents(calls, `name=${name}`)).items).toEqual([])
  })

  it('allows what credits cover, and counts it at once', async () => {
    await give(calls, { customer, meter }, 10)
    expect(await track(7.5)).toBe('yes')
    expect(await figuresOf(calls, { customer, meter })).toEqual([7.5, 10, 2.5])
    expect(await check(2.5)).toBe('yes')
    expect(await track(2.6)).toBe('credits_exhausted')
    expect(await track(2.5)).toBe('yes')
    expect(await allowance()).toEqual({
      meter_id: meter,
      consumed_units: 10,
      held_units: 0,
      balance: 0,
      remaining_units: 0,
      remaining_amount: null,
      returns_at: null,
    })
  })

  it('allows what a hard limit leaves, also of usage that was ingested', async () => {
    await cap(10)
    await ingestNew(calls, used(4).event)
    expect(await track(6.5)).toBe('cap_reached')
    expect(await track(6)).toBe('yes')
    expect(await track(0.1)).toBe('cap_reached')
    await ingestNew(calls, used(3).event)
    expect(await allowance()).toMatchObject({ consumed_units: 13, remaining_units: 0 })
  })

  it('refuses nothing because of a soft limit', async () => {
    await cap(1, { is_hard: false })
    expect(await track(5)).toBe('yes')
    expect(await allowance()).toMatchObject({ remaining_units: null })
  })

  it('counts an external id once, in one request after another and in one batch', async () => {
    await cap(10)
    const external_id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => askUsage(calls, 'track', used(4, { external_id }))),
    )
    const ids = new Set(answers.map(({ body }) => Object(body).event_id))
    expect(ids.size).toBe(1)
    expect(answers.filter(({ body }) => Object(body).duplicate)).toHaveLength(4)
    expect((await askUsage(calls, 'track', used(4, { external_id }))).body).toMatchObject({
      allowed: true,
      duplicate: true,
      event_id: [...ids][0],
    })
    expect(await allowance()).toMatchObject({ consumed_units: 4 })
  })

  it('knows customers by their external ids, and nobody else', async () => {
    const external_id = randomUUID()
    const { id } = await newCustomer(calls, { external_id })
    await limit(calls, id, { meter_id: meter, units: 5 })
    const event = (external_customer_id: string) => ({
      event: { name, external_customer_id, metadata: { units: 5 } },
    })
    expect(await verdict(calls, 'track', event(external_id))).toBe('yes')
    expect(await verdict(calls, 'track', event(external_id))).toBe('cap_reached')
    expect(await verdict(calls, 'track', event(randomUUID()))).toBe('customer_unknown')
    const unknown = { customer_id: undefined, external_customer_id: randomUUID() }
    expect(await check(1, unknown)).toBe('customer_unknown')
    expect(await verdict(calls, 'reserve', asked(1, unknown))).toBe('customer_unknown')
  })

  it('allows what takes usage back, and says so of an event that no meter counts', async () => {
    await cap(10)
    expect(await track(10)).toBe('yes')
    expect(await track(-4)).toBe('yes')
    expect(await track(4)).toBe('yes')
    expect(await track(1)).toBe('cap_reached')
    expect(await track(1, { name: randomUUID() })).toBe('not_counted')
  })

  it('takes the smallest numbers of others for what they are', async () => {
    await cap(10)
    const answers = await Promise.all([
      askUsage(calls, 'track', used(5e-324)),
      askUsage(calls, 'track', used(1e-12)),
      askUsage(calls, 'track', used(1)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await track(9)).toBe('cap_reached')
  })

  it('needs one meter that entitles, and none that refuses', async () => {
    const calling = await newMeterId({ func: 'count' })
    await newMeterId({ func: 'max', property: 'units' })
    await give(calls, { customer, meter }, 100)
    expect(await track(1)).toBe('yes')
    await limit(calls, customer, { meter_id: calling, units: 2 })
    expect(await track(1)).toBe('yes')
    expect(await track(1)).toBe('cap_reached')
    expect(await figuresOf(calls, { customer, meter })).toEqual([2, 100, 98])
  })

  it('refuses what it can’t decide about, and names the field', async () => {
    const highest = await newMeterId({ func: 'max', property: 'units' })
    const answers = await Promise.all([
      askUsage(calls, 'check', asked(1, { meter_id: highest })),
      askUsage(calls, 'reserve', asked(1, { meter_id: randomUUID() })),
      askUsage(calls, 'check', asked(1, { subscription_id: randomUUID() })),
      askUsage(calls, 'check', asked(1, { customer_id: randomUUID() })),
      askUsage(calls, 'track', used(1, { customer_id: randomUUID() })),
      askUsage(calls, 'track', used(1, { subscription_id: randomUUID() })),
      askUsage(calls, 'track', used(1, { timestamp: new Date().toISOString() })),
      askUsage(calls, 'check', asked(0)),
      askUsage(calls, 'reserve', asked(5e-324)),
      askUsage(calls, 'check', { meter_id: meter }),
      askUsage(calls, 'settle', { reservation_id: randomUUID(), event: { name } }),
      askUsage(calls, 'release', { reservation_id: randomUUID() }),
    ])
    expect(answers.map(briefOf)).toEqual([
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.subscription_id',
      '422 RequestValidationError body.customer_id',
      '422 RequestValidationError body.event.customer_id',
      '422 RequestValidationError body.event.subscription_id',
      '422 RequestValidationError body.event.timestamp',
      '422 RequestValidationError body.units',
      '422 RequestValidationError body.units',
      '422 RequestValidationError body.customer_id',
      '404 ResourceNotFound',
      '404 ResourceNotFound',
    ])
  })
})

describe('reservations', () => {
  it('hold units until they are settled or released', async () => {
    await cap(10)
    const first = await reserve(6)
    expect(await allowance()).toMatchObject({ held_units: 6, remaining_units: 4 })
    expect(await track(5)).toBe('cap_reached')
    expect(await reserve(5)).toBe('cap_reached')
    expect((await settle(first, 2)).body).toMatchObject({
      allowed: true,
      duplicate: false,
      reservation: { status: 'settled', units: 6, settled_units: 2 },
      allowances: [{ consumed_units: 2, held_units: 0, remaining_units: 8 }],
    })
    const second = await reserve(8)
    expect((await release(second)).body).toMatchObject({
      reservation: { status: 'released', settled_units: null, event_id: null },
      allowance: { held_units: 0, remaining_units: 8 },
    })
    expect(await track(8)).toBe('yes')
  })

  it('hold credits as well', async () => {
    await give(calls, { customer, meter }, 10)
    const id = await reserve(7)
    expect(await track(4)).toBe('credits_exhausted')
    expect((await settle(id, 7)).body).toMatchObject({ allowed: true })
    expect(await figuresOf(calls, { customer, meter })).toEqual([7, 10, 3])
  })

  it('are there although the seller takes the credits meanwhile', async () => {
    await give(calls, { customer, meter }, 10)
    const id = await reserve(7)
    await take(calls, { customer, meter }, 10)
    expect((await settle(id, 7)).body).toMatchObject({ allowed: true })
    expect(await figuresOf(calls, { customer, meter })).toMatchObject([7, 0, -7])
  })

  it('settle more than was held only if that is left', async () => {
    await cap(10)
    const id = await reserve(4)
    expect(await track(5)).toBe('yes')
    expect((await settle(id, 6)).body).toMatchObject({
      allowed: false,
      reason: 'cap_reached',
      reservation: { status: 'held' },
    })
    expect((await settle(id, 5)).body).toMatchObject({ allowed: true })
    expect(await allowance()).toMatchObject({ consumed_units: 10, remaining_units: 0 })
  })

  it('hold nothing when they have expired, and are settled then if there is room', async () => {
    await cap(10)
    const id = await reserve(10)
    await expire(id)
    expect(await track(6)).toBe('yes')
    expect((await settle(id, 5)).body).toMatchObject({ allowed: false, reason: 'cap_reached' })
    expect((await settle(id, 4)).body).toMatchObject({ allowed: true })
  })

  it('end once, whatever is repeated', async () => {
    await cap(10)
    const external_id = randomUUID()
    const id = await reserve(3, { external_id })
    expect(await reserve(3, { external_id })).toBe(id)
    expect(briefOf(await askUsage(calls, 'reserve', asked(4, { external_id })))).toBe(
      '409 ReservationDifferent',
    )
    const [first, second] = [await settle(id, 3), await settle(id, 3)]
    expect(second.body).toMatchObject({ allowed: true, duplicate: true })
    expect(Object(second.body).reservation).toEqual(Object(first.body).reservation)
    expect(briefOf(await release(id))).toBe('409 ReservationSettled')
    const other = await reserve(1)
    await release(other)
    expect((await release(other)).status).toBe(200)
    expect(briefOf(await settle(other, 1))).toBe('409 ReservationReleased')
    expect(await allowance()).toMatchObject({ consumed_units: 3, held_units: 0 })
  })

  it('aren’t settled with an event that their meter doesn’t count', async () => {
    await cap(10)
    const id = await reserve(3)
    expect(briefOf(await settle(id, 3, { name: 'other' }))).toBe(
      '422 RequestValidationError body.event',
    )
    expect(await allowance()).toMatchObject({ held_units: 3 })
  })

  it('take an event that was ingested before as settled', async () => {
    await cap(10)
    const id = await reserve(3)
    const external_id = randomUUID()
    await ingestNew(calls, used(2, { external_id }).event)
    expect((await settle(id, 2, { external_id })).body).toMatchObject({
      allowed: true,
      duplicate: true,
      reservation: { status: 'settled', settled_units: 2 },
    })
    expect(await allowance()).toMatchObject({ consumed_units: 2, held_units: 0 })
  })
})

describe('200 parallel requests', () => {
  const parallel = 200

  it('never use a unit more than is left', async () => {
    await cap(70)
    const answers = await Promise.all(Array.from({ length: parallel }, () => track(1)))
    expect(answers.filter((one) => one === 'yes')).toHaveLength(70)
    expect(await allowance()).toMatchObject({ consumed_units: 70, remaining_units: 0 })
  })

  it('never use a credit more than was given, while holds come and go', async () => {
    await give(calls, { customer, meter }, 50)
    const outcomes = await Promise.all(
      Array.from({ length: parallel }, async (_, at) => {
        if (at % 2 === 0) return (await track(1)) === 'yes' ? 1 : 0
        const id = await reserve(2)
        if (id === 'credits_exhausted') return 0
        if (at % 4 === 1) return (await release(id)).status === 200 ? 0 : 1
        return Object((await settle(id, 1)).body).allowed === true ? 1 : 0
      }),
    )
    const granted = outcomes.reduce<number>((sum, one) => sum + one, 0)
    const figures = await figuresOf(calls, { customer, meter })
    expect(figures).toEqual([granted, 50, 50 - granted])
    expect(granted).toBeLessThanOrEqual(50)
    expect(await allowance()).toMatchObject({ held_units: 0 })
  })
})
