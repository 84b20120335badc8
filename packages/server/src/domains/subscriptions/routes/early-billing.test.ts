import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { give } from '../../../../test/credit-calls.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { explained } from '../../../../test/explanations.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { organizationIdOf } from '../../../../test/owned-organization.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { ingestNew } from '../../../../test/usage.ts'
import { billEarly } from '../actions/bill-early.ts'

const { server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
  'benefits:write',
])

let calling: string

beforeAll(async () => {
  const clauses = [{ property: 'name', operator: 'eq', value: 'call' }]
  const filter = { conjunction: 'and', clauses }
  const aggregation = { func: 'sum', property: 'units' }
  calling = (await newMeter(calls, { name: 'Calls', filter, aggregation })).id
})

interface Plan {
  readonly price?: object
  readonly threshold?: number | null
}

/** Calls cost 2.5 cents each, and are billed at $2.00. */
const newPlan = async ({ price = { unit_amount: '2.5' }, threshold = 200 }: Plan = {}) =>
  (
    await newProduct(calls, {
      name: 'Basic',
      recurring_interval: 'month',
      billing_threshold_amount: threshold,
      prices: [fixedPrice(1000), meteredPrice(calling, { unit_amount: undefined, ...price })],
    })
  ).id

const subscribe = async (plan: Plan = {}, buyer: object = {}, input: object = {}) => {
  const id = await newPlan(plan)
  return newPaidSubscription(server.current, calls, { id }, buyer, input)
}

const use = (customer_id: string, units: number, input: object = {}): Promise<void> =>
  ingestNew(calls, { name: 'call', customer_id, metadata: { units }, ...input })

async function billPassed(): Promise<void> {
  await billEarly(orderDeps(server.current), [organizationIdOf(acme)], AbortSignal.timeout(60_000))
  await server.current.settle()
}

async function useAndBill(customer: string, units: number): Promise<void> {
  await use(customer, units)
  await billPassed()
}

async function advance(days: number): Promise<void> {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const orders = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      billing_reason: z.string(),
      status: z.string(),
      subtotal_amount: z.int(),
      net_amount: z.int(),
      items: z.array(z.object({ id: z.string(), label: z.string(), amount: z.int() })),
    }),
  ),
})

/** All orders of a customer but that of the purchase, the earliest first. */
async function ordersOf(customer: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customer}&sorting=created_at&limit=100`)
  return orders
    .parse(body)
    .items.filter(({ billing_reason }) => billing_reason !== 'subscription_create')
}

/** What all items of usage say together. */
async function usageBilled(customer: string): Promise<number> {
  const items = (await ordersOf(customer)).flatMap((order) => order.items)
  const usage = items.filter(({ label }) => label.startsWith('Calls'))
  return usage.reduce((sum, { amount }) => sum + amount, 0)
}

async function explainAll(customer: string) {
  const all = []
  for (const order of await ordersOf(customer)) {
    for (const { id, label } of order.items) {
      const path = `/orders/${order.id}/items/${id}`
      if (label.startsWith('Calls')) all.push(await explained(calls, path))
    }
  }
  return all
}

const running = z.object({
  status: z.string(),
  meters: z.array(
    z.object({ consumed_units: z.number(), amount: z.int(), billed_amount: z.int() }),
  ),
})

const subscriptionOf = async (id: string) =>
  running.parse((await calls.get(`/subscriptions/${id}`)).body)

describe('usage that passes the threshold of its product', () => {
  it('is billed at once, and the end of the period bills the rest', async () => {
    const { id, customer_id: customer } = await subscribe()
    await useAndBill(customer, 100)
    expect(await ordersOf(customer)).toMatchObject([
      {
        billing_reason: 'subscription_update',
        status: 'paid',
        items: [{ label: 'Calls — (100 consumed units) × $0.025', amount: 250 }],
      },
    ])
    await useAndBill(customer, 41)
    expect((await subscriptionOf(id)).meters).toEqual([
      { consumed_units: 141, amount: 353, billed_amount: 250 },
    ])
    await advance(32)
    expect((await ordersOf(customer)).at(-1)).toMatchObject({
      billing_reason: 'subscription_cycle',
      items: [
        { label: 'Basic', amount: 1000 },
        { label: 'Calls — (41 of 141 consumed units) × $0.025', amount: 103 },
      ],
    })
    expect((await subscriptionOf(id)).meters).toEqual([
      { consumed_units: 0, amount: 0, billed_amount: 0 },
    ])
    expect(await explainAll(customer)).toMatchObject([
      { kind: 'usage', usage: { before: null, units: '100', events: [{ units: '100' }] } },
      { kind: 'usage', usage: { before: { amount: 250 }, units: '41', events: [{ units: '41' }] } },
    ])
  })

  it('is billed again each time that so much is unbilled', async () => {
    const { customer_id: customer } = await subscribe()
    for (const units of [90, 70]) await useAndBill(customer, units)
    expect((await ordersOf(customer)).map(({ subtotal_amount }) => subtotal_amount)).toEqual([225])
    await useAndBill(customer, 10)
    const amounts = (await ordersOf(customer)).map(({ subtotal_amount }) => subtotal_amount)
    expect(amounts).toEqual([225, 200])
  })

  it('is billed at the end of the period where the product has no threshold', async () => {
    const { customer_id: customer } = await subscribe({ threshold: null })
    await useAndBill(customer, 900)
    expect(await ordersOf(customer)).toEqual([])
  })

  it('is billed once by processes that find it at the same time', async () => {
    const { customer_id: customer } = await subscribe()
    await use(customer, 100)
    await Promise.all([billPassed(), billPassed(), billPassed(), use(customer, 9)])
    expect(await ordersOf(customer)).toHaveLength(1)
    await advance(32)
    expect(await usageBilled(customer)).toBe(273)
  })

  it('is reduced by the discount that the end of the period has', async () => {
    const { id: discount_id } = await newDiscount(calls, {
      name: 'Fifth off',
      type: 'percentage',
      basis_points: 2000,
      duration: 'forever',
    })
    const { customer_id: customer } = await subscribe({}, {}, { discount_id })
    await useAndBill(customer, 100)
    expect(await ordersOf(customer)).toMatchObject([{ subtotal_amount: 250, net_amount: 200 }])
    await use(customer, 10)
    await advance(32)
    expect((await ordersOf(customer)).at(-1)).toMatchObject({ net_amount: 820 })
  })
})

it('is mailed to the customer once it is paid', async () => {
  const { customer_id: customer } = await subscribe()
  await useAndBill(customer, 100)
  const { body } = await calls.get(`/customers/${customer}`)
  const mails = await server.current.sentMails()
  const own = mails.filter(({ to }) => to === body?.['email'])
  expect(own.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your usage at .* so far$/),
  )
})

describe('a period that is billed in parts costs what one item would say', () => {
  const tiers = [
    { up_to: 50, unit_amount: '10' },
    { up_to: 120, unit_amount: '5.3', flat_amount: 25 },
    { up_to: null, unit_amount: '1.7' },
  ]
  it.each<[string, object, readonly number[], number]>([
    ['in graduated tiers', { pricing: { scheme: 'graduated', tiers } }, [45, 40, 90, 31], 1042],
    [
      'in packages',
      { pricing: { scheme: 'package', package_units: 30, package_amount: '199.5' } },
      [31, 1, 40, 7],
      599,
    ],
    ['with included units', { unit_amount: '2.5', included_units: 70 }, [150, 1, 90, 11], 455],
    ['with a cap', { unit_amount: '2.5', cap_amount: 401 }, [100, 90, 400, 1], 401],
    ['with a minimum', { unit_amount: '2.5', minimum_amount: 900 }, [100, 90, 1], 900],
    ['of fractions', { unit_amount: '0.333', minimum_amount: 1 }, [601, 1, 602, 3], 402],
  ])('%s', async (_, price, times, total) => {
    const { customer_id: customer } = await subscribe({ price })
    for (const some of times) await useAndBill(customer, some)
    expect((await ordersOf(customer)).length).toBeGreaterThan(0)
    await advance(32)
    expect(await usageBilled(customer)).toBe(total)
    const kinds = (await explainAll(customer)).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['usage']))
  })

  it('in volume tiers, whose difference is credited with the next order', async () => {
    const volume = [
      { up_to: 100, unit_amount: '3' },
      { up_to: null, unit_amount: '1' },
    ]
    const { customer_id: customer } = await subscribe({
      price: { pricing: { scheme: 'volume', tiers: volume } },
    })
    await useAndBill(customer, 100)
    expect(await usageBilled(customer)).toBe(300)
    await useAndBill(customer, 50)
    await advance(32)
    expect(await usageBilled(customer)).toBe(150)
    expect((await explainAll(customer)).map(({ kind }) => kind)).toEqual(['usage', 'late_usage'])
  })

  it('where the plan changes in the middle', async () => {
    const pricing = { scheme: 'graduated', tiers }
    const { id, customer_id: customer } = await subscribe({ price: { pricing } })
    const product_id = await newPlan({ price: { pricing }, threshold: 100 })
    await useAndBill(customer, 60)
    await advance(10)
    await use(customer, 5)
    const change = { product_id, proration_behavior: 'prorate' }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    await useAndBill(customer, 80)
    await advance(30)
    expect(await usageBilled(customer)).toBe(Math.round(500 + 70 * 5.3 + 25 + 25 * 1.7))
    await explainAll(customer)
  })

  it('where all of it happens at one instant of a stopped clock', async () => {
    const { id, customer_id: customer } = await subscribe()
    const product_id = await newPlan({ price: { unit_amount: '1' }, threshold: null })
    await useAndBill(customer, 100)
    const change = { product_id, proration_behavior: 'invoice' }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    await use(customer, 7)
    await advance(32)
    expect(await usageBilled(customer)).toBe(257)
    await explainAll(customer)
  })
})

describe('corrections of usage that was billed early', () => {
  it('are credited with the next order', async () => {
    const { id, customer_id: customer } = await subscribe()
    const external_id = randomUUID()
    await use(customer, 1, { external_id })
    await useAndBill(customer, 99)
    expect(await calls.post('/events/void', { events: [{ external_id }] })).toMatchObject({
      status: 200,
    })
    expect((await subscriptionOf(id)).meters).toMatchObject([{ amount: 248, billed_amount: 250 }])
    await advance(32)
    expect(await usageBilled(customer)).toBe(248)
    const [, credit] = await explainAll(customer)
    expect(credit).toMatchObject({
      kind: 'late_usage',
      amount: -2,
      usage: { units: '-1', events: [{ change: 'removed' }] },
    })
  })

  it('are set off against what is used later in the period', async () => {
    const { customer_id: customer } = await subscribe()
    const external_id = randomUUID()
    await use(customer, 1, { external_id })
    await useAndBill(customer, 99)
    await calls.post('/events/void', { events: [{ external_id }] })
    await use(customer, 11)
    await advance(32)
    expect((await ordersOf(customer)).at(-1)?.items).toMatchObject([
      { label: 'Basic' },
      { label: 'Calls — (10 of 110 consumed units) × $0.025', amount: 25 },
    ])
  })
})

describe('credits', () => {
  it('cover usage before it is billed early, and not what was billed', async () => {
    const { id, customer_id: customer } = await subscribe()
    await give(calls, { customer, meter: calling }, 20)
    await useAndBill(customer, 100)
    expect(await usageBilled(customer)).toBe(200)
    await give(calls, { customer, meter: calling }, 30)
    expect((await subscriptionOf(id)).meters).toMatchObject([{ amount: 200, billed_amount: 200 }])
    await use(customer, 40)
    await advance(32)
    expect(await usageBilled(customer)).toBe(225)
    await explainAll(customer)
  })

  it('that are the first of a customer don’t cover what was billed', async () => {
    const { customer_id: customer } = await subscribe()
    await useAndBill(customer, 100)
    await give(calls, { customer, meter: calling }, 30)
    await use(customer, 40)
    await advance(32)
    expect(await usageBilled(customer)).toBe(275)
  })
})

describe('a subscription', () => {
  it('whose card is declined is past due and billed early no more until it is paid', async () => {
    const { id, customer_id: customer } = await subscribe(
      {},
      { confirmation_token_id: 'tok_sandbox_fails_later' },
    )
    await useAndBill(customer, 100)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'past_due' })
    expect(await ordersOf(customer)).toMatchObject([{ status: 'pending', subtotal_amount: 250 }])
    for (const units of [100, 100]) await useAndBill(customer, units)
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  it('that was canceled is billed early until it ends', async () => {
    const { id, customer_id: customer } = await subscribe()
    const change = { cancel_at_period_end: true }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    await useAndBill(customer, 100)
    await use(customer, 1)
    await advance(32)
    expect((await ordersOf(customer)).map(({ subtotal_amount }) => subtotal_amount)).toEqual([
      250, 3,
    ])
  })

  it('in its trial isn’t billed early', async () => {
    const id = await newPlan()
    const now = Date.parse(String((await calls.get('/clock/')).body?.['now']))
    const trial_end = new Date(now + 3 * 86_400_000).toISOString()
    const { body: customer } = await calls.post('/customers/', { email: `${randomUUID()}@a.com` })
    const customer_id = String(customer?.['id'])
    const input = { product_id: id, customer_id, trial_end }
    expect(await calls.post('/subscriptions/', input)).toMatchObject({ status: 201 })
    await useAndBill(customer_id, 100)
    expect(await ordersOf(customer_id)).toEqual([])
  })
})
