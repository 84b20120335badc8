import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
])

const names = { calls: 'API calls', tokens: 'Tokens' } as const
let plan: string

beforeAll(async () => {
  const counted = await newMeter(calls, { name: names.calls, filter: isAsk })
  const aggregation = { func: 'sum', property: 'tokens' }
  const added = await newMeter(calls, { name: names.tokens, filter: isAsk, aggregation })
  const prices = [
    fixedPrice(1000),
    meteredPrice(counted.id, { unit_amount: '2' }),
    meteredPrice(added.id, { unit_amount: '0.5' }),
  ]
  plan = (await newProduct(calls, { name: 'Plan', recurring_interval: 'month', prices })).id
})

const isAsk = {
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value: 'ask' }],
}

const subscribe = () => newPaidSubscription(server.current, calls, { id: plan })

async function advance(days: number): Promise<void> {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const listed = z.object({ items: z.array(z.object({ id: z.string() })) })

async function ingest(event: object): Promise<string> {
  const external_id = randomUUID()
  await ingestNew(calls, { name: 'ask', external_id, ...event })
  const [found] = listed.parse((await calls.get(`/events/?external_id=${external_id}`)).body).items
  expect(found).toBeDefined()
  return found?.id ?? ''
}

const voidEvent = async (id: string, replacement?: object) =>
  expect(
    await calls.post('/events/void', { events: [{ id, ...(replacement && { replacement }) }] }),
  ).toMatchObject({ status: 200 })

const explanation = async (id: string) => (await calls.get(`/events/${id}/explanation`)).body

const orders = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      items: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
  ),
})

/** The item of the customer’s latest order that bills a meter. */
async function lastItem(customerId: string, label: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customerId}&sorting=-created_at`)
  const [order] = orders.parse(body).items
  const item = order?.items.find((one) => one.label.includes(label))
  return { order_id: order?.id, item_id: item?.id }
}

describe('where an event counts', () => {
  it('is said before and after its period is billed, for each meter', async () => {
    const { id, customer_id, current_period_start, current_period_end } = await subscribe()
    const event = await ingest({ customer_id, metadata: { tokens: 12.5 } })
    const open = {
      subscription_id: id,
      period_start: current_period_start,
      period_end: current_period_end,
      is_settled: false,
      items: [],
    }
    expect(await explanation(event)).toEqual({
      event_id: event,
      customer_id,
      is_counted: true,
      meters: [
        expect.objectContaining({
          ...open,
          value: '1',
          meter: expect.objectContaining({ name: names.calls }),
        }),
        expect.objectContaining({
          ...open,
          value: '12.5',
          meter: expect.objectContaining({ name: names.tokens }),
        }),
      ],
    })
    await advance(32)
    const billed = { ...open, is_settled: true }
    expect(await explanation(event)).toMatchObject({
      meters: [
        { ...billed, items: [{ ...(await lastItem(customer_id, names.calls)), change: 'added' }] },
        { ...billed, items: [{ ...(await lastItem(customer_id, names.tokens)), change: 'added' }] },
      ],
    })
  })

  it('is the item that billed it late, and the one that gave it back', async () => {
    const { customer_id, current_period_start: timestamp } = await subscribe()
    const early = await ingest({ customer_id, timestamp })
    await advance(32)
    const first = await lastItem(customer_id, names.calls)
    const late = await ingest({ customer_id, timestamp })
    await advance(30)
    const second = await lastItem(customer_id, names.calls)
    expect(await explanation(early)).toMatchObject({ meters: [{ items: [first] }] })
    expect(await explanation(late)).toMatchObject({
      meters: [{ is_settled: true, items: [{ ...second, change: 'added' }] }],
    })
    await voidEvent(early)
    expect(await explanation(early)).toMatchObject({
      is_counted: false,
      meters: [{ is_settled: true, items: [first] }],
    })
    await advance(30)
    const third = await lastItem(customer_id, names.calls)
    expect(await explanation(early)).toMatchObject({
      is_counted: false,
      meters: [
        {
          is_settled: false,
          items: [
            { ...first, change: 'added' },
            { ...third, change: 'removed' },
          ],
        },
      ],
    })
    expect(new Set([first, second, third].map(({ item_id }) => item_id)).size).toBe(3)
  })

  it('is no item for what was voided before it was billed', async () => {
    const { customer_id } = await subscribe()
    const kept = await ingest({ customer_id })
    const voided = await ingest({ customer_id })
    await voidEvent(voided)
    await advance(32)
    expect(await explanation(kept)).toMatchObject({ meters: [{ is_settled: true }] })
    expect(await explanation(voided)).toMatchObject({
      is_counted: false,
      meters: [{ is_settled: false, items: [] }],
    })
  })

  it('is outside of subscriptions for customers without one, and for nobody', async () => {
    const outside = { subscription_id: null, period_start: null, period_end: null, items: [] }
    const external_customer_id = randomUUID()
    const event = await ingest({ external_customer_id })
    expect(await explanation(event)).toMatchObject({
      customer_id: null,
      is_counted: false,
      meters: [outside],
    })
    const email = `${external_customer_id}@example.com`
    const adopter = await calls.post('/customers/', { email, external_id: external_customer_id })
    expect(adopter.status).toBe(201)
    expect(await explanation(event)).toMatchObject({
      customer_id: adopter.body?.['id'],
      is_counted: true,
      meters: [outside],
    })
  })

  it('is nowhere for an event that no meter counts', async () => {
    const { customer_id } = await subscribe()
    expect(await explanation(await ingest({ customer_id, name: 'other' }))).toMatchObject({
      is_counted: true,
      meters: [],
    })
  })

  it('is refused for unknown events, and without the scope', async () => {
    const { customer_id } = await subscribe()
    const path = `/events/${await ingest({ customer_id })}/explanation`
    const unknown = await calls.get(`/events/${randomUUID()}/explanation`)
    expect(briefOf(unknown)).toBe('404 ResourceNotFound')
    expect(briefOf(await calls.get('/events/none/explanation'))).toBe(
      '422 RequestValidationError path.id',
    )
    const poor = await newBackend(server.current, acme, ['orders:read'])
    expect(briefOf(await poor.get(path))).toBe('403 NotPermitted')
  })
})
