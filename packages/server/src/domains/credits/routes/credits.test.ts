import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  figuresOf,
  give,
  lotsOf,
  lotTexts,
  movementTexts,
  type OfMeter,
  take,
} from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { runConcurrently } from '../../../../test/run-concurrently.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { db, server, acme, calls } = sellingServer([
  'events:write',
  'customers:write',
  'customer_meters:read',
  'meters:write',
  'organizations:write',
])

let of: OfMeter
let name: string

beforeEach(async () => {
  name = randomUUID()
  of = { customer: (await newCustomer(calls)).id, meter: await newMeterId('sum') }
})

const newMeterId = async (func: string) =>
  (
    await newMeter(calls, {
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: { func, property: 'units' },
    })
  ).id

const use = (units: number, given: object = {}) =>
  ingestNew(calls, { name, customer_id: of.customer, metadata: { units }, ...given })

const creditEvents = async () =>
  (await eventsOf(server.current, acme))
    .filter(({ payload }) => Object(payload).customer_id === of.customer)
    .filter((one) => one.name === 'customer_meter.credits_changed')
    .map(({ payload }) => {
      const { change, units, balance, reason } = Object(payload)
      return [change, units, balance, reason]
    })

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

describe('giving credits', () => {
  it('lists the meter, and usage burns them at once', async () => {
    expect(await figuresOf(calls, of)).toBeNull()
    expect(await give(calls, of, 100)).toMatchObject({
      status: 201,
      body: {
        customer_id: of.customer,
        meter_id: of.meter,
        source: 'present',
        benefit_grant_id: null,
        units: 100,
        remaining_units: 100,
        priority: 0,
        rollover: false,
        expires_at: null,
        closed_at: null,
        closed_by: null,
        reason: 'For the outage',
      },
    })
    expect(await figuresOf(calls, of)).toEqual([0, 100, 100])
    await use(30.5)
    expect(await figuresOf(calls, of)).toEqual([30.5, 100, 69.5])
    expect(await lotTexts(calls, of)).toEqual(['present 69.5/100'])
  })

  it('covers what was used before', async () => {
    await use(30)
    expect(await figuresOf(calls, of)).toEqual([30, 0, -30])
    await give(calls, of, 20)
    expect(await figuresOf(calls, of)).toEqual([30, 20, -10])
    await give(calls, of, 15)
    expect(await figuresOf(calls, of)).toEqual([30, 35, 5])
    expect(await movementTexts(calls, of)).toEqual([
      'burn -30 = -30',
      'open 20 = -10',
      'cover -20 = -30',
      'cover 20 = -10',
      'open 15 = 5',
      'cover -10 = -5',
      'cover 10 = 5',
    ])
  })

  it('burns by priority, then what expires first', async () => {
    await give(calls, of, 10)
    await give(calls, of, 10, { expires_at: inHours(48) })
    await give(calls, of, 10, { expires_at: inHours(24) })
    await give(calls, of, 10, { priority: -1 })
    await use(25)
    expect(await lotTexts(calls, of)).toEqual([
      'present 10/10',
      'present 5/10',
      'present 0/10',
      'present 0/10',
    ])
  })

  it('happens once for an idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { meter_id: of.meter, units: 5, reason: 'Hello' }
    const path = `/customers/${of.customer}/credits`
    const first = await calls.post(path, body, key)
    expect((await calls.post(path, body, key)).text).toBe(first.text)
    expect(await figuresOf(calls, of)).toEqual([0, 5, 5])
  })

  it.each<[string, object, string]>([
    ['that the organization doesn’t have', { meter_id: randomUUID() }, 'body.meter_id'],
    ['that expire in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'body.expires_at'],
    ['of nothing', { units: 0 }, 'body.units'],
    ['of a fraction', { units: 0.5 }, 'body.units'],
    ['without a reason', { reason: ' ' }, 'body.reason'],
    ['with a reason of two lines', { reason: 'a\nb' }, 'body.reason'],
    ['beyond all priorities', { priority: 1001 }, 'body.priority'],
  ])('is refused: %s', async (_title, input, loc) => {
    expect(briefOf(await give(calls, of, 1, input))).toBe(`422 RequestValidationError ${loc}`)
    expect(await figuresOf(calls, of)).toBeNull()
  })

  it('is refused without the right, and for customers of others', async () => {
    const reader = await newBackend(server.current, acme, [
      'customers:read',
      'customer_meters:read',
    ])
    expect(await give(reader, of, 1)).toMatchObject({ status: 403 })
    expect(await take(reader, of, 1)).toMatchObject({ status: 403 })
    expect(await lotTexts(reader, of)).toEqual([])
    const nobody = { ...of, customer: randomUUID() }
    expect(await give(calls, nobody, 1)).toMatchObject({ status: 404 })
    expect(await take(calls, nobody, 1)).toMatchObject({ status: 404 })
    for (const path of ['credits', 'credits/movements']) {
      const answer = await calls.get(`/customers/${nobody.customer}/${path}`)
      expect(answer).toMatchObject({ status: 404 })
    }
  })
})

describe('taking credits', () => {
  it('takes them from the lots that are burned first', async () => {
    await give(calls, of, 10)
    await give(calls, of, 10, { expires_at: inHours(24) })
    await use(4)
    expect(await take(calls, of, 7.5)).toMatchObject({
      status: 201,
      body: { units: 7.5, balance: 8.5 },
    })
    expect(await lotTexts(calls, of)).toEqual(['present 8.5/10', 'present 0/10'])
  })

  it('takes no more than there is, and nobody owes anything', async () => {
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'units'] }] } }
    expect(await take(calls, of, 1)).toMatchObject(refused)
    await give(calls, of, 10)
    await use(4)
    expect(await take(calls, of, 6.01)).toMatchObject({
      ...refused,
      body: { detail: [{ msg: expect.stringContaining('At most 6 can be taken') }] },
    })
    expect(await figuresOf(calls, of)).toEqual([4, 10, 6])
  })

  it('is refused for a meter that the organization doesn’t have', async () => {
    const unknown = { ...of, meter: randomUUID() }
    expect(briefOf(await take(calls, unknown, 1))).toBe('422 RequestValidationError body.meter_id')
  })
})

describe('at the same time', () => {
  it('all gifts count, and usage in addition', async () => {
    const counts = await runConcurrently(async (at) => {
      await use(1)
      return give(calls, of, at + 1)
    })
    expect(counts).toEqual({ '201': 20 })
    expect(await figuresOf(calls, of)).toEqual([20, 210, 190])
  })

  it('no more is taken than was given', async () => {
    await give(calls, of, 10)
    const counts = await runConcurrently(() => take(calls, of, 1.5))
    expect(counts).toEqual({ '201': 6, '422 RequestValidationError body.units': 14 })
    expect(await figuresOf(calls, of)).toEqual([0, 1, 1])
  })
})

describe('usage that is taken back', () => {
  it('gives back what it burned', async () => {
    await give(calls, of, 10)
    await use(4, { external_id: `${name}-1` })
    await use(9, { external_id: `${name}-2` })
    expect(await figuresOf(calls, of)).toEqual([13, 10, -3])
    await give(calls, of, 2)
    expect(await figuresOf(calls, of)).toEqual([13, 12, -1])
    const voiding = { events: [{ external_id: `${name}-1` }] }
    expect(await calls.post('/events/void', voiding)).toMatchObject({ status: 200 })
    expect(await figuresOf(calls, of)).toEqual([9, 12, 3])
    expect((await lotTexts(calls, of)).toSorted()).toEqual(['present 1/10', 'present 2/2'])
  })

  it('may come before what it takes back', async () => {
    await give(calls, of, 10)
    await use(-5)
    expect(await figuresOf(calls, of)).toEqual([-5, 10, 15])
    await use(7)
    expect(await figuresOf(calls, of)).toEqual([2, 10, 8])
  })

  it('falls with an average', async () => {
    of = { ...of, meter: await newMeterId('avg') }
    await give(calls, of, 10)
    await use(8)
    await give(calls, of, 1)
    expect(await figuresOf(calls, of)).toEqual([8, 11, 3])
    await use(2)
    expect(await figuresOf(calls, of)).toEqual([5, 11, 6])
    await give(calls, of, 1)
    expect(await figuresOf(calls, of)).toEqual([5, 12, 7])
  })
})

describe('credits that expire', () => {
  it('are gone from that instant on, and serve what was reported before they were closed', async () => {
    await give(calls, of, 10, { expires_at: inHours(1) })
    await give(calls, of, 10)
    await use(4)
    expect(await calls.post('/clock/advance', { days: 1 })).toMatchObject({ status: 200 })
    expect(await figuresOf(calls, of)).toEqual([4, 14, 10])
    expect(await lotTexts(calls, of)).toEqual(['present 0/10 expiry', 'present 10/10'])
    expect(await movementTexts(calls, of)).toEqual([
      'open 10 = 10',
      'open 10 = 20',
      'burn -4 = 16',
      'expire -6 = 10',
    ])
    expect((await creditEvents()).at(-1)).toEqual(['expired', 6, 10, null])
    const open = (await lotsOf(calls, of, 'is_open=true')).map(({ units }) => units)
    expect([open, (await lotsOf(calls, of, 'is_open=false')).length]).toEqual([[10], 1])
  })
})

describe('what changed', () => {
  it('is announced, with the state of the customer', async () => {
    await give(calls, of, 10)
    await use(4)
    await take(calls, of, 1)
    expect(await creditEvents()).toEqual([
      ['given', 10, 10, 'For the outage'],
      ['taken', 1, 5, 'By mistake'],
    ])
    await server.current.settle()
    const { body } = await calls.get(`/customers/${of.customer}/state`)
    expect(body).toMatchObject({
      active_meters: [{ meter_id: of.meter, consumed_units: 4, credited_units: 9, balance: 5 }],
    })
    const states = (await eventsOf(server.current, acme)).filter(
      (one) => one.name === 'customer.state_changed' && Object(one.payload).id === of.customer,
    )
    expect(Object(states.at(-1)?.payload).active_meters).toMatchObject([{ balance: 5 }])
  })

  it('is never rewritten', async () => {
    await give(calls, of, 10)
    const rewriting = runOn(db.ownerUrl, 'update credit_movement set units = 11')
    await expect(rewriting).rejects.toThrow('append-only')
  })
})

describe('the list of a customer’s meters', () => {
  it('is sorted by what was credited and by what is left', async () => {
    const other = { ...of, meter: await newMeterId('sum') }
    await give(calls, of, 10)
    await give(calls, other, 7)
    await ingestNew(calls, { name, customer_id: of.customer, metadata: { units: 5 } })
    const sorted = async (sorting: string) => {
      const { body } = await calls.get(
        `/customer-meters/?customer_id=${of.customer}&sorting=${sorting}`,
      )
      return Object(body).items.map((one: { meter_id: string }) => one.meter_id)
    }
    expect(await sorted('credited_units')).toEqual([other.meter, of.meter])
    expect(await sorted('-balance')).toEqual([of.meter, other.meter])
  })
})
