import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { give } from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { askUsage, limit, verdict } from '../../../../test/limit-calls.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { eventsOf, organizationIdOf } from '../../../../test/owned-organization.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { portalOf } from '../../../../test/typed-purchases.ts'
import { ingestNew } from '../../../../test/usage.ts'
import { tellThresholds } from '../actions/tell-thresholds.ts'

const { server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'customer_sessions:write',
  'meters:write',
  'events:write',
  'customer_meters:read',
])

const newCounter = async (name: string) =>
  (
    await newMeter(calls, {
      name: `Metered ${name}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: { func: 'sum', property: 'units' },
    })
  ).id

const limits = z.object({ items: z.array(z.looseObject({ id: z.string(), set_by: z.string() })) })

const idOf = (limited: unknown) => z.looseObject({ id: z.string() }).parse(limited).id

const limitsOf = async (customer: string) => {
  const { status, body } = await calls.get(`/customers/${customer}/usage-limits`)
  expect(status).toBe(200)
  return limits.parse(body).items
}

let customer: string
let meter: string
let name: string
let portal: BillingCalls

beforeEach(async () => {
  name = randomUUID()
  meter = await newCounter(name)
  customer = (await newCustomer(calls)).id
  portal = await portalOf({ seller: calls, server: server.current }, { id: customer })
})

const used = (units: number, customer_id = customer) => ({ name, customer_id, metadata: { units } })
const track = (units: number, customer_id?: string) =>
  verdict(calls, 'track', { event: used(units, customer_id) })
const ownLimit = (input: object) =>
  portal.put('/customer-portal/usage-limits/', { meter_id: meter, ...input })

/** A subscription at $0.10 a unit. */
const subscribe = async (...metered: readonly object[]) => {
  const prices = [fixedPrice(1000), meteredPrice(meter, { unit_amount: '10' }), ...metered]
  const product = await newProduct(calls, { recurring_interval: 'month', prices })
  return newPaidSubscription(server.current, calls, product)
}

describe('usage limits', () => {
  it('are set anew for the same meter, listed and deleted', async () => {
    const first = await limit(calls, customer, {
      meter_id: meter,
      units: 10,
      thresholds: [80, 50, 80],
    })
    expect(first).toMatchObject({
      customer_id: customer,
      meter_id: meter,
      units: 10,
      subscription_id: null,
      amount: null,
      set_by: 'seller',
      is_hard: true,
      thresholds: [50, 80],
      modified_at: null,
    })
    const second = await limit(calls, customer, { meter_id: meter, units: 2.5, is_hard: false })
    expect(second).toMatchObject({ id: first['id'], units: 2.5, is_hard: false, thresholds: [] })
    expect(await limitsOf(customer)).toEqual([second])
    expect((await calls.remove(`/customers/${customer}/usage-limits/${idOf(first)}`)).status).toBe(
      204,
    )
    expect(await limitsOf(customer)).toEqual([])
    expect(await track(1)).toBe('not_entitled')
  })

  it('name the field of what is wrong', async () => {
    const set = (input: object) => calls.put(`/customers/${customer}/usage-limits`, input)
    const foreign = await subscribe()
    const highest = await newMeter(calls, { aggregation: { func: 'max', property: 'units' } })
    const answers = await Promise.all([
      set({ units: 1 }),
      set({ meter_id: meter, amount: 1 }),
      set({ meter_id: meter, units: -1 }),
      set({ meter_id: meter, units: 1, thresholds: [0] }),
      set({ meter_id: randomUUID(), units: 1 }),
      set({ meter_id: highest.id, units: 1 }),
      set({ subscription_id: foreign.id, amount: 1 }),
      calls.put(`/customers/${randomUUID()}/usage-limits`, { meter_id: meter, units: 1 }),
      calls.remove(`/customers/${customer}/usage-limits/${randomUUID()}`),
    ])
    expect(answers.map(briefOf)).toEqual([
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.units',
      '422 RequestValidationError body.thresholds.0',
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.meter_id',
      '422 RequestValidationError body.subscription_id',
      '404 ResourceNotFound',
      '404 ResourceNotFound',
    ])
  })

  it('are lowered by the customer, who can’t raise them', async () => {
    const id = idOf(await limit(calls, customer, { meter_id: meter, units: 10 }))
    expect(briefOf(await ownLimit({ units: 11 }))).toBe('422 RequestValidationError body.units')
    const own = await ownLimit({ units: 4, thresholds: [100] })
    expect(own.body).toMatchObject({ set_by: 'customer', units: 4 })
    expect(await track(5)).toBe('cap_reached')
    expect(await track(4)).toBe('yes')
    const listed = await portal.get('/customer-portal/usage-limits/')
    expect(
      limits
        .parse(listed.body)
        .items.map((one) => one.set_by)
        .toSorted(),
    ).toEqual(['customer', 'seller'])
    expect(briefOf(await portal.remove(`/customer-portal/usage-limits/${id}`))).toBe(
      '403 NotPermitted',
    )
    const path = `/usage-limits/${idOf(own.body)}`
    expect(briefOf(await calls.remove(`/customers/${customer}${path}`))).toBe('403 NotPermitted')
    expect((await portal.remove(`/customer-portal${path}`)).status).toBe(204)
    expect(briefOf(await portal.remove(`/customer-portal${path}`))).toBe('404 ResourceNotFound')
    expect(await track(6)).toBe('yes')
  })

  it('of the customer alone entitle to nothing', async () => {
    await ownLimit({ units: 4 })
    expect(await track(1)).toBe('not_entitled')
  })

  it('count anew in the next period of the subscription', async () => {
    const { customer_id } = await subscribe()
    await limit(calls, customer_id, { meter_id: meter, units: 5 })
    expect(await track(5, customer_id)).toBe('yes')
    const refused = await askUsage(calls, 'track', { event: used(1, customer_id) })
    expect(refused.body).toMatchObject({
      allowed: false,
      reason: 'cap_reached',
      allowances: [{ consumed_units: 5, remaining_units: 0, returns_at: expect.any(String) }],
    })
    expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
    expect(await track(5, customer_id)).toBe('yes')
    expect(await track(1, customer_id)).toBe('cap_reached')
  })
})

describe('spending limits', () => {
  const spending = (of: { id: string; customer_id: string }, amount: number, input: object = {}) =>
    limit(calls, of.customer_id, { subscription_id: of.id, amount, ...input })

  it('refuse what would cost more, over all metered prices', async () => {
    const other = await newCounter(`${name}-2`)
    const made = await subscribe(meteredPrice(other, { unit_amount: '100' }))
    const trackOther = () =>
      verdict(calls, 'track', { event: { ...used(1, made.customer_id), name: `${name}-2` } })
    await spending(made, 450)
    expect(await track(20, made.customer_id)).toBe('yes')
    expect(await trackOther()).toBe('yes')
    expect(await trackOther()).toBe('yes')
    expect(await trackOther()).toBe('spending_limit_reached')
    expect(await track(5.1, made.customer_id)).toBe('spending_limit_reached')
    const asked = { customer_id: made.customer_id, meter_id: meter, units: 5 }
    const held = await askUsage(calls, 'reserve', asked)
    expect(held.body).toMatchObject({ allowed: true, allowance: { remaining_amount: 0 } })
    expect(await track(1, made.customer_id)).toBe('spending_limit_reached')
    await askUsage(calls, 'release', { reservation_id: Object(held.body?.['reservation']).id })
    expect(await track(5, made.customer_id)).toBe('yes')
    expect((await calls.get(`/subscriptions/${made.id}`)).body).toMatchObject({
      meters: [{ amount: 250 }, { amount: 200 }],
    })
  })

  it('of nothing leave the credits', async () => {
    const made = await subscribe()
    await spending(made, 0)
    await give(calls, { customer: made.customer_id, meter }, 3)
    expect(await track(2, made.customer_id)).toBe('yes')
    expect(await track(2, made.customer_id)).toBe('spending_limit_reached')
    expect(await track(1, made.customer_id)).toBe('yes')
  })

  it('are the customer’s to lower', async () => {
    const made = await subscribe()
    await spending(made, 500)
    const own = await portalOf({ seller: calls, server: server.current }, { id: made.customer_id })
    const set = (amount: number) =>
      own.put('/customer-portal/usage-limits/', { subscription_id: made.id, amount })
    expect(await set(501)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'amount'], msg: 'The seller allows at most $5.00' }] },
    })
    expect((await set(100)).status).toBe(200)
    expect(await track(11, made.customer_id)).toBe('spending_limit_reached')
  })
})

describe('thresholds', () => {
  const tell = async () => {
    await tellThresholds(orderDeps(server.current), [organizationIdOf(acme)])
    await server.current.settle()
  }
  const notified = async (customer_id = customer) =>
    (await eventsOf(server.current, acme))
      .filter(({ name: event }) => event === 'usage_limit.threshold_reached')
      .map(({ payload }) => Object(payload))
      .filter((one) => one.customer_id === customer_id)
      .map(({ threshold, used: units }) => [threshold, units])

  const mailsTo = async (email: string) =>
    (await server.current.sentMails()).filter(({ to }) => to.includes(email))

  it('notify once, of several that were passed at once the highest', async () => {
    const { id, email } = await newCustomer(calls)
    await limit(calls, id, { meter_id: meter, units: 10, thresholds: [50, 80, 100] })
    await ingestNew(calls, used(4, id))
    await tell()
    expect(await notified(id)).toEqual([])
    await ingestNew(calls, used(4.5, id))
    await Promise.all([tell(), tell()])
    await tell()
    expect(await notified(id)).toEqual([[80, 8.5]])
    await ingestNew(calls, used(3, id))
    await tell()
    expect(await notified(id)).toEqual([
      [80, 8.5],
      [100, 11.5],
    ])
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^You have used 80% of your limit at /),
      expect.stringMatching(/^You have used 100% of your limit at /),
    ])
  })

  it('notify again when the limit was changed, and in the next period', async () => {
    const made = await subscribe()
    const thresholds = { thresholds: [50], is_hard: false }
    await limit(calls, made.customer_id, { meter_id: meter, units: 10, ...thresholds })
    await ingestNew(calls, used(6, made.customer_id))
    await tell()
    await limit(calls, made.customer_id, { meter_id: meter, units: 12, ...thresholds })
    await tell()
    expect(await notified(made.customer_id)).toHaveLength(2)
    expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
    await tell()
    expect(await notified(made.customer_id)).toHaveLength(2)
    await ingestNew(calls, used(7, made.customer_id))
    await tell()
    expect(await notified(made.customer_id)).toHaveLength(3)
  })

  it('of money say what was spent', async () => {
    const made = await subscribe()
    const input = { subscription_id: made.id, amount: 200, thresholds: [90], is_hard: false }
    await limit(calls, made.customer_id, input)
    await ingestNew(calls, used(19, made.customer_id))
    await tell()
    expect(await notified(made.customer_id)).toEqual([[90, 190]])
  })
})
