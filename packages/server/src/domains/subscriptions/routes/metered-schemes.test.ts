import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, freePrice, newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  type MadeSubscription,
  newPaidSubscription,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { server, calls } = sellingServer([...subscriptionScopes, 'meters:write', 'events:write'])

let meter: string
let other: string

beforeAll(async () => {
  meter = await newMeterOf('work')
  other = await newMeterOf('rest')
})

const newMeterOf = async (event: string): Promise<string> =>
  (
    await newMeter(calls, {
      name: event === 'work' ? 'Work' : 'Rest',
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: event }] },
      aggregation: { func: 'sum', property: 'size' },
    })
  ).id

const priceOf = (terms: object, meter_id = meter) => ({
  amount_type: 'metered_unit',
  meter_id,
  ...terms,
})

async function newPlan(name: string, ...prices: readonly object[]): Promise<string> {
  return (await newProduct(calls, { name, recurring_interval: 'month', prices })).id
}

const subscribe = (id: string): Promise<MadeSubscription> =>
  newPaidSubscription(server.current, calls, { id })

const use = (customer_id: string, size: number, input: object = {}) =>
  ingestNew(calls, { name: 'work', customer_id, metadata: { size }, ...input })

async function moveTo(at: Date): Promise<void> {
  expect(await calls.post('/clock/advance', { to: at.toISOString() })).toMatchObject({
    status: 200,
  })
  await server.current.settle()
}

type Times = Pick<MadeSubscription, 'current_period_start' | 'current_period_end'>

const within = ({ current_period_start: start, current_period_end: end }: Times, share: number) =>
  new Date(Date.parse(start) + share * (Date.parse(end) - Date.parse(start)))

const toEndOf = (subscription: Times) =>
  moveTo(new Date(Date.parse(subscription.current_period_end) + 3_600_000))

const orders = z.object({
  items: z.array(
    z.object({
      billing_reason: z.string(),
      subtotal_amount: z.number(),
      items: z.array(z.object({ label: z.string(), amount: z.number() })),
    }),
  ),
})

async function ordersOf(customerId: string) {
  const { body } = await calls.get(
    `/orders/?customer_id=${customerId}&sorting=created_at&limit=100`,
  )
  return orders.parse(body).items
}

/** What was billed for usage, by order, the earliest first; nothing for orders without any. */
const usageBilled = async (customerId: string) =>
  (await ordersOf(customerId)).map(({ items }) =>
    items.filter(({ label }) => label.startsWith('Work')).map(({ amount }) => amount),
  )

const running = z.object({ meters: z.array(z.object({ amount: z.number() })) })

const amountOf = async (id: string) =>
  running.parse((await calls.get(`/subscriptions/${id}`)).body).meters[0]?.amount

const tiers = [
  { up_to: 10, unit_amount: 5, flat_amount: 100 },
  { up_to: 20, unit_amount: 2, flat_amount: 50 },
  { up_to: null, unit_amount: 1 },
]
const graduated = { pricing: { scheme: 'graduated', tiers } }
const least = 0.000001

interface Scheme {
  readonly terms: object
  /** How much more is used, and what all of it costs then. */
  readonly steps: readonly (readonly [number, number])[]
  readonly label: string
}

const schemes: Readonly<Record<string, Scheme>> = {
  'included units': {
    terms: { unit_amount: 500_000, included_units: 100 },
    steps: [
      [0, 0],
      [100, 0],
      [least, 1],
      [1 - least, 500_000],
    ],
    label: 'Work — (101 consumed units, 100 included) × $5,000.00',
  },
  packages: {
    terms: { pricing: { scheme: 'package', package_units: 100, package_amount: 30 } },
    steps: [
      [least, 30],
      [100 - least, 30],
      [least, 60],
      [100 - least, 60],
      [1, 90],
    ],
    label: 'Work — (201 consumed units) in packages of 100 × $0.30',
  },
  'graduated tiers': {
    terms: graduated,
    steps: [
      [least, 100],
      [10 - least, 150],
      [least, 200],
      [10 - least, 220],
      [least, 220],
      [1, 221],
    ],
    label: 'Work — (21.000001 consumed units) in graduated tiers',
  },
  'volume tiers': {
    terms: { pricing: { scheme: 'volume', tiers } },
    steps: [
      [10, 150],
      [least, 70],
      [10 - least, 90],
      [least, 20],
      [1, 21],
    ],
    label: 'Work — (21.000001 consumed units) in volume tiers',
  },
  'a minimum and a cap': {
    terms: { unit_amount: 1, minimum_amount: 50, cap_amount: 80 },
    steps: [
      [0, 50],
      [50, 50],
      [1, 51],
      [29, 80],
      [1, 80],
    ],
    label: 'Work — (81 consumed units) × $0.01 — At least $0.50 — Capped at $0.80',
  },
}

describe('a price by', () => {
  it.each(Object.entries(schemes))('%s costs at each border what it says', async (name, scheme) => {
    const { terms, steps, label } = scheme
    const subscription = await subscribe(await newPlan(name, fixedPrice(), priceOf(terms)))
    for (const [size, amount] of steps) {
      if (size > 0) await use(subscription.customer_id, size)
      expect(await amountOf(subscription.id)).toBe(amount)
    }
    await toEndOf(subscription)
    const [, renewal] = await ordersOf(subscription.customer_id)
    const amount = steps.at(-1)?.[1]
    expect(renewal?.items).toEqual([
      { label: expect.any(String), amount: 1000 },
      { label, amount },
    ])
  })

  it('minimum costs it without any usage, each period, and not what was used in it', async () => {
    const terms = { unit_amount: 1, minimum_amount: 500 }
    const plan = await newPlan('Minimum', freePrice, priceOf(terms))
    const subscription = await subscribe(plan)
    await toEndOf(subscription)
    const next = await calls.get(`/subscriptions/${subscription.id}`)
    await use(subscription.customer_id, 300)
    await moveTo(new Date(Date.parse(String(next.body?.['current_period_end'])) + 1))
    expect((await usageBilled(subscription.customer_id)).slice(1)).toEqual([[500], [500]])
  })

  it('tiers costs the difference for what is reported later, across their border', async () => {
    const subscription = await subscribe(await newPlan('Late', fixedPrice(), priceOf(graduated)))
    const { customer_id } = subscription
    const timestamp = within(subscription, 0).toISOString()
    await use(customer_id, 8, { timestamp })
    await toEndOf(subscription)
    await use(customer_id, 4, { timestamp })
    const { body } = await calls.get(`/subscriptions/${subscription.id}`)
    await moveTo(new Date(Date.parse(String(body?.['current_period_end'])) + 1))
    expect((await usageBilled(customer_id)).slice(1)).toEqual([[140], [204 - 140]])
    const [, , late] = await ordersOf(customer_id)
    expect(late?.items[0]?.label).toContain('(4 units reported later) in graduated tiers — From')
  })
})

describe('a minimum', () => {
  const terms = { unit_amount: 1, minimum_amount: 500 }

  it('is not due for a trial', async () => {
    const plan = await newPlan('Trial', fixedPrice(), priceOf(terms))
    const { id: customer_id } = await newCustomer(calls)
    const now = Date.parse(String((await calls.get('/clock/')).body?.['now']))
    const trial_end = new Date(now + 3 * 86_400_000)
    const made = await calls.post('/subscriptions/', {
      product_id: plan,
      customer_id,
      trial_end: trial_end.toISOString(),
    })
    expect(made).toMatchObject({ status: 201 })
    await moveTo(new Date(trial_end.getTime() + 1000))
    expect(await usageBilled(customer_id)).toEqual([[], []])
  })

  it('is due whole when a subscription ends with its period', async () => {
    const subscription = await subscribe(await newPlan('Ending', fixedPrice(), priceOf(terms)))
    const cancel = { cancel_at_period_end: true }
    expect(await calls.patch(`/subscriptions/${subscription.id}`, cancel)).toMatchObject({
      status: 200,
    })
    await toEndOf(subscription)
    expect((await usageBilled(subscription.customer_id)).slice(1)).toEqual([[500]])
  })

  it('is due whole when a subscription ends before, as the price of the period is', async () => {
    const subscription = await subscribe(await newPlan('Revoked', fixedPrice(), priceOf(terms)))
    await moveTo(within(subscription, 0.25))
    expect(await calls.patch(`/subscriptions/${subscription.id}`, { revoke: true })).toMatchObject({
      status: 200,
    })
    await server.current.settle()
    expect((await usageBilled(subscription.customer_id)).slice(1)).toEqual([[500]])
  })
})

describe('a change of the plan', () => {
  const changeTo = async ({ id }: MadeSubscription, product_id: string, mode = 'invoice') => {
    const change = { product_id, proration_behavior: mode }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    await server.current.settle()
  }

  const totalBilled = async ({ customer_id }: MadeSubscription) =>
    (await usageBilled(customer_id)).flat().reduce((sum, amount) => sum + amount, 0)

  const twin = (name: string, ...prices: readonly object[]) =>
    Promise.all(
      [1000, 1100].map((amount) => newPlan(`${name} ${amount}`, fixedPrice(amount), ...prices)),
    )

  it('leaves each plan its share of included units and minimum', async () => {
    const terms = { unit_amount: 10, included_units: 100, minimum_amount: 300 }
    const [one = '', another = ''] = await twin('Shared', priceOf(terms))
    const subscription = await subscribe(one)
    await moveTo(within(subscription, 0.5))
    await use(subscription.customer_id, 70)
    await changeTo(subscription, another)
    // 50 of the units were included, and 150 is half of the minimum.
    expect((await usageBilled(subscription.customer_id)).at(-1)).toEqual([200])
    expect(await amountOf(subscription.id)).toBe(150)
    await use(subscription.customer_id, 51)
    expect(await amountOf(subscription.id)).toBe(150)
    await use(subscription.customer_id, 20)
    await toEndOf(subscription)
    expect((await usageBilled(subscription.customer_id)).at(-1)).toEqual([210])
  })

  it('and back in the same moment brings neither included units nor tiers again', async () => {
    const terms = { ...graduated, included_units: 10, minimum_amount: 60 }
    const [one = '', another = ''] = await twin('Bounced', priceOf(terms))
    const without = await newPlan('Without', fixedPrice(1200), priceOf({ unit_amount: 1 }, other))
    const subscription = await subscribe(one)
    await moveTo(within(subscription, 0.5))
    await use(subscription.customer_id, 13)
    for (const plan of [another, one, without, another, one]) await changeTo(subscription, plan)
    // 5 of 13 units were included.
    expect(await totalBilled(subscription)).toBe(140)
    await use(subscription.customer_id, 9)
    // Another 5 are included, two are left of the first tier, and two are in the second.
    expect(await amountOf(subscription.id)).toBe(64)
    await toEndOf(subscription)
    expect(await totalBilled(subscription)).toBe(204)
  })

  it('goes on in the package that was begun', async () => {
    const packages = { pricing: { scheme: 'package', package_units: 100, package_amount: 30 } }
    const [one = '', another = ''] = await twin('Packed', priceOf(packages))
    const subscription = await subscribe(one)
    await use(subscription.customer_id, 60)
    await changeTo(subscription, another)
    await use(subscription.customer_id, 40)
    expect(await amountOf(subscription.id)).toBe(0)
    await use(subscription.customer_id, least)
    expect(await amountOf(subscription.id)).toBe(30)
  })

  it('begins anew with the next period', async () => {
    const [one = '', another = ''] = await twin('Renewed', priceOf(graduated))
    const subscription = await subscribe(one)
    await use(subscription.customer_id, 8)
    await changeTo(subscription, another)
    await use(subscription.customer_id, 4)
    await toEndOf(subscription)
    expect((await usageBilled(subscription.customer_id)).slice(1)).toEqual([[140], [64]])
    await use(subscription.customer_id, 1)
    expect(await amountOf(subscription.id)).toBe(105)
  })

  it('to another length of periods goes on in the tiers', async () => {
    const month = await newPlan('By month', fixedPrice(), priceOf(graduated))
    const { id: year } = await newProduct(calls, {
      name: 'By year',
      recurring_interval: 'year',
      prices: [fixedPrice(9000), priceOf(graduated)],
    })
    const subscription = await subscribe(month)
    await use(subscription.customer_id, 8)
    for (const plan of [year, month, year]) await changeTo(subscription, plan)
    await use(subscription.customer_id, 4)
    expect(await amountOf(subscription.id)).toBe(64)
  })

  it('waits for the next period with the price that was sold', async () => {
    const [one = '', another = ''] = await twin('Waiting', priceOf(graduated))
    const subscription = await subscribe(one)
    await changeTo(subscription, another, 'next_period')
    await use(subscription.customer_id, 12)
    await toEndOf(subscription)
    expect((await usageBilled(subscription.customer_id)).at(-1)).toEqual([204])
    await use(subscription.customer_id, 12)
    expect(await amountOf(subscription.id)).toBe(204)
  })

  it('is previewed as it is billed', async () => {
    const terms = { unit_amount: 10, included_units: 100, minimum_amount: 300 }
    const [one = '', another = ''] = await twin('Previewed', priceOf(terms))
    const subscription = await subscribe(one)
    await moveTo(within(subscription, 0.25))
    await use(subscription.customer_id, 70)
    const change = { product_id: another, proration_behavior: 'invoice' }
    const preview = await calls.post(`/subscriptions/${subscription.id}/preview`, change)
    expect(preview).toMatchObject({ status: 200 })
    expect(JSON.stringify(preview.body)).toContain('"amount":450')
    await changeTo(subscription, another)
    expect((await usageBilled(subscription.customer_id)).at(-1)).toEqual([450])
  })
})
