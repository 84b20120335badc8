import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../../../../test/benefits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { eventually } from '../../../../test/eventually.ts'
import { newMeter } from '../../../../test/meters.ts'
import { newOrder, newStock, report } from '../../../../test/orders.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  type MadeSubscription,
  newPaidSubscription,
  newRecurringProduct,
} from '../../../../test/subscriptions.ts'
import { newEndpoint } from '../../../../test/webhooks.ts'
import { newId } from '../../../platform/ids.ts'

const reading = [
  'subscriptions:read',
  'disputes:read',
  'webhooks:read',
  'benefits:read',
  'orders:read',
  'customer_meters:read',
  'products:read',
  'checkout_links:read',
  'checkouts:read',
  'payments:read',
  'customers:read',
  'refunds:read',
] as const

const { db, server, acme, calls } = sellingServer([
  ...reading,
  'organizations:write',
  'products:write',
  'customers:write',
  'checkouts:write',
  'checkout_links:write',
  'subscriptions:write',
  'webhooks:write',
  'benefits:write',
  'meters:write',
])

const item = z.looseObject({ id: z.string() })
const part = z.nullable(z.object({ total: z.number(), items: z.array(item) }))
const shown = z.looseObject({
  now: z.string(),
  attention: z.record(z.string(), part),
  setup: z.record(z.string(), z.unknown()),
  activity: z.array(
    z.looseObject({ type: z.string(), title: z.string(), customer: z.looseObject({}) }),
  ),
})

async function overviewOf({ id }: Pick<OwnedOrganization, 'id'> = acme, by: BillingCalls = calls) {
  const answer = await by.get(`/organizations/${id}/overview`)
  expect(answer.status).toBe(200)
  return shown.parse(answer.body)
}

const setIn = (text: string, values: readonly unknown[]) => runOn(db.ownerUrl, text, [...values])

const advance = async (days: number) =>
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })

const ids = (of: z.output<typeof part>) => of?.items.map(({ id }) => id)

describe('a new organization', () => {
  it('needs nothing, has nothing, and knows how payments are made', async () => {
    const made = await createOrganization(server.current)
    const owner = inDashboard(server.current, made.owner)
    const { attention, setup, activity } = await overviewOf(made, owner)
    expect(Object.values(attention)).toEqual(
      Array.from({ length: 8 }, () => ({ total: 0, items: [] })),
    )
    expect(setup).toEqual({
      has_product: false,
      has_checkout_link: false,
      has_checkout: false,
      has_webhook_endpoint: false,
      has_delivered_webhook: false,
      has_paid_order: false,
      has_stripe_payment: false,
      has_colleague: false,
      payments: 'sandbox',
    })
    expect(activity).toEqual([])
  })

  it('has a step done once what it is about is there', async () => {
    const made = await createOrganization(server.current)
    const by = await newBackend(server.current, made, [
      ...reading,
      'organizations:read',
      'products:write',
      'checkout_links:write',
      'checkouts:write',
      'webhooks:write',
      'customers:write',
      'orders:write',
    ])
    const setup = async () => (await overviewOf(made, by)).setup
    const { id } = await newProduct(by, {})
    expect(await setup()).toMatchObject({ has_product: true, has_checkout_link: false })
    const link = await by.post('/checkout-links/', {
      payment_processor: 'stripe',
      products: [id],
    })
    expect(await setup()).toMatchObject({ has_checkout_link: true, has_checkout: false })
    await by.remove(`/checkout-links/${String(link.body?.['id'])}`)
    expect(await setup()).toMatchObject({ has_checkout_link: false })
    await by.post('/checkouts/', { products: [id] })
    expect(await setup()).toMatchObject({ has_checkout: true, has_webhook_endpoint: false })
    const endpoint = await newEndpoint(by)
    expect(await setup()).toMatchObject({
      has_webhook_endpoint: true,
      has_delivered_webhook: false,
    })
    await setIn('update webhook_lane set last_success_at = now() where endpoint_id = $1', [
      endpoint.id,
    ])
    expect(await setup()).toMatchObject({ has_delivered_webhook: true, has_paid_order: false })
    await newOrder(server.current, made, await newStock(by))
    expect(await setup()).toMatchObject({ has_paid_order: true, has_stripe_payment: false })
    await setIn(`update payment set processor = 'stripe' where organization_id = $1`, [made.id])
    expect(await setup()).toMatchObject({ has_stripe_payment: true })
  })
})

describe('what needs attention', () => {
  let overdue: MadeSubscription
  let ending: MadeSubscription
  let disputed: MadeSubscription

  beforeAll(async () => {
    const plan = await newRecurringProduct(calls, 2000, { name: 'Pro' })
    const buy = (token: string) =>
      newPaidSubscription(server.current, calls, plan, { confirmation_token_id: token })
    disputed = await buy('tok_sandbox_ok')
    ending = await buy('tok_sandbox_ok')
    overdue = await buy('tok_sandbox_fails_later')
    const [order] = await runOn<{ id: string }>(
      db.ownerUrl,
      'select id from orders where subscription_id = $1',
      [disputed.id],
    )
    await report(server.current, acme, 'dispute', {
      orderId: order?.id ?? '',
      processorId: 'dp_1',
      status: 'needs_response',
      amount: 2000,
      reason: 'fraudulent',
      evidenceDueBy: '2090-03-01T00:00:00Z',
    })
    await server.current.settle()
    await calls.patch(`/subscriptions/${ending.id}`, { cancel_at_period_end: true })
  }, 60_000)

  it('is a dispute that can be answered, and the renewals that it pauses', async () => {
    const { attention } = await overviewOf()
    expect(attention['disputes']).toMatchObject({
      total: 1,
      items: [
        {
          amount: 2000,
          currency: 'usd',
          reason: 'fraudulent',
          evidence_due_by: '2090-03-01T00:00:00.000Z',
          processor_url: null,
          customer: { id: disputed.customer_id, name: 'Ada Buyer' },
        },
      ],
    })
    expect(attention['paused_renewals']).toMatchObject({
      total: 1,
      items: [{ id: disputed.id, suspended: false, product: { name: 'Pro' } }],
    })
    expect(attention['ending_subscriptions']).toEqual({ total: 0, items: [] })
    expect(attention['overdue_payments']).toEqual({ total: 0, items: [] })
  })

  it('is not a dispute whose deadline is over', async () => {
    await setIn(`update dispute set evidence_due_by = now() - interval '1 day'`, [])
    expect((await overviewOf()).attention['disputes']).toEqual({ total: 0, items: [] })
    await setIn('update dispute set evidence_due_by = null', [])
    expect((await overviewOf()).attention['disputes']).toMatchObject({ total: 1 })
  })

  it('is what ends in seven days, by the clock of the organization', async () => {
    await advance(22)
    expect(ids((await overviewOf()).attention['ending_subscriptions'] ?? null)).toEqual([])
    await advance(3)
    expect((await overviewOf()).attention['ending_subscriptions']).toMatchObject({
      total: 1,
      items: [{ id: ending.id, amount: 2000, recurring_interval: 'month' }],
    })
  })

  it('is a payment that failed, until it is paid', async () => {
    await advance(7)
    const { attention, activity } = await overviewOf()
    expect(attention['ending_subscriptions']).toEqual({ total: 0, items: [] })
    expect(attention['overdue_payments']).toMatchObject({
      total: 1,
      items: [
        { id: overdue.id, status: 'past_due', customer: { id: overdue.customer_id }, amount: 2000 },
      ],
    })
    expect(attention['paused_renewals']).toMatchObject({ items: [{ suspended: true }] })
    expect(activity.map(({ type }) => type)).toContain('payment.failed')
  })

  it('is a resumed subscription no longer', async () => {
    const resumed = await calls.post(`/subscriptions/${disputed.id}/resume-renewals`, {})
    expect(resumed.status).toBe(200)
    expect((await overviewOf()).attention['paused_renewals']).toEqual({ total: 0, items: [] })
  })

  it('is an endpoint that is suspended or warned of, and not one that a member disabled', async () => {
    const made = await newEndpoint(calls, { name: 'Shop' })
    const webhooks = async () => (await overviewOf()).attention['webhook_endpoints']
    const lane = 'update webhook_lane set failing_since = now(), failed_events = $2'
    await setIn(`${lane} where endpoint_id = $1`, [made.id, 1])
    expect(await webhooks()).toEqual({ total: 0, items: [] })
    await setIn(`${lane}, warned_at = now(), last_code = 500 where endpoint_id = $1`, [made.id, 3])
    expect(await webhooks()).toMatchObject({
      total: 1,
      items: [{ id: made.id, name: 'Shop', state: 'failing', failed_events: 3, last_code: 500 }],
    })
    const disable = 'update webhook_endpoint set is_enabled = false, disabled_reason = $2'
    await setIn(`${disable} where id = $1`, [made.id, 'failing'])
    expect(await webhooks()).toMatchObject({ items: [{ state: 'resting' }] })
    await setIn(`${disable} where id = $1`, [made.id, 'member'])
    expect(await webhooks()).toEqual({ total: 0, items: [] })
    await setIn(`${disable} where id = $1`, [made.id, 'failing'])
    const enabled = await calls.patch(`/webhooks/endpoints/${made.id}`, { enabled: true })
    expect(enabled.status).toBe(200)
    expect(await webhooks()).toEqual({ total: 0, items: [] })
  })

  it('is a benefit that could not be delivered', async () => {
    const benefit = await newBenefit(calls, { description: 'Role in the club' })
    const stock = await newStock(calls)
    await calls.post(`/products/${stock.productId}/benefits`, { benefits: [benefit.id] })
    for (const _ of [1, 2]) await newOrder(server.current, acme, stock)
    await setIn(
      `update benefit_grant set status = 'failed', granted_at = null, error_type = 'RefusedError',
              error_message = 'Missing permission', error_at = now() where benefit_id = $1`,
      [benefit.id],
    )
    expect((await overviewOf()).attention['failed_grants']).toEqual({
      total: 2,
      items: [
        {
          id: benefit.id,
          type: 'custom',
          description: 'Role in the club',
          failed_count: 2,
          message: 'Missing permission',
        },
      ],
    })
  })

  it('is an order that was paid an hour ago and has no number', async () => {
    const orderId = await newOrder(server.current, acme, await newStock(calls))
    const { now } = await overviewOf()
    const pay = (minutes: number) =>
      setIn(
        `update orders set invoice_number = null, is_invoice_generated = false,
                paid_at = $2::timestamptz - $3 * interval '1 minute' where id = $1`,
        [orderId, now, minutes],
      )
    const invoices = async () => (await overviewOf()).attention['invoices_without_number']
    await pay(59)
    expect(ids((await invoices()) ?? null)).not.toContain(orderId)
    // The worker of the server may number it first.
    await eventually(async () => {
      await pay(61)
      expect(ids((await invoices()) ?? null)).toContain(orderId)
    })
  })

  it('is a top-up that stopped by itself in the last seven days', async () => {
    const meter = await newMeter(calls, {})
    const customer = await newCustomer(calls, { name: 'Topsy' })
    const { id: product } = await newProduct(calls, {})
    const { now } = await overviewOf()
    await setIn(
      `insert into top_up (organization_id, id, customer_id, meter_id, product_id, threshold,
                           purchases_max, total_amount_max, currency, consented_at, stop_reason,
                           stopped_at, created_at)
       values ($1, $2, $3, $4, $5, 10, 3, 1000, 'usd', $6, 'seller', $6, $6)`,
      [acme.id, newId('topUp'), customer.id, meter.id, product, now],
    )
    const stopped = async () => (await overviewOf()).attention['stopped_top_ups']
    expect(await stopped()).toEqual({ total: 0, items: [] })
    await setIn(`update top_up set stop_reason = 'payment_declined'`, [])
    expect(await stopped()).toMatchObject({
      total: 1,
      items: [{ reason: 'payment_declined', customer: { id: customer.id, name: 'Topsy' } }],
    })
    await setIn(`update top_up set stopped_at = $1::timestamptz - interval '8 days'`, [now])
    expect(await stopped()).toEqual({ total: 0, items: [] })
  })
})

describe('the latest activity', () => {
  it('names what happened and whom it is about, before and after it is dispatched', async () => {
    const made = await createOrganization(server.current)
    const by = await newBackend(server.current, made, ['organizations:read', 'customers:write'])
    const ann = await newCustomer(by, { name: 'Ann' })
    await by.patch(`/customers/${ann.id}`, { name: 'Anna' })
    const bob = await newCustomer(by, { name: 'Bob' })
    const expected = [
      {
        type: 'customer.created',
        title: 'Customer created',
        customer: { id: bob.id, name: 'Bob' },
      },
      { type: 'customer.created', customer: { id: ann.id, name: 'Anna' } },
    ]
    expect((await overviewOf(made, by)).activity).toMatchObject(expected)
    await server.current.settle()
    const { activity } = await overviewOf(made, by)
    expect(activity).toMatchObject(expected)
    expect(activity).toHaveLength(2)
  })
})

describe('who sees what', () => {
  const parts: readonly (readonly [Scope, readonly string[]])[] = [
    ['subscriptions:read', ['overdue_payments', 'paused_renewals', 'ending_subscriptions']],
    ['disputes:read', ['disputes']],
    ['webhooks:read', ['webhook_endpoints']],
    ['benefits:read', ['failed_grants']],
    ['orders:read', ['invoices_without_number']],
    ['customer_meters:read', ['stopped_top_ups']],
  ]

  it.each(parts)('a token with %s sees %j', async (scope, expected) => {
    const by = await newBackend(server.current, acme, ['organizations:read', scope])
    const { attention } = await overviewOf(acme, by)
    const visible = Object.keys(attention).filter((name) => attention[name] !== null)
    expect(visible.toSorted()).toEqual([...expected].toSorted())
  })

  it('a token without further scopes sees how payments are made and whether there is a team, and no events', async () => {
    const by = await newBackend(server.current, acme, ['organizations:read'])
    const { setup, activity } = await overviewOf(acme, by)
    const { payments, has_colleague, ...facts } = setup
    expect({ payments, has_colleague }).toEqual({ payments: 'sandbox', has_colleague: false })
    expect(new Set(Object.values(facts))).toEqual(new Set([null]))
    expect(activity).toEqual([])
  })

  it('a token sees only the events that it may read', async () => {
    const by = await newBackend(server.current, acme, ['organizations:read', 'customers:read'])
    const { activity } = await overviewOf(acme, by)
    expect(new Set(activity.map(({ type }) => type))).toEqual(new Set(['customer.created']))
  })

  it('every member sees everything', async () => {
    const jun = await newMember(server.current, acme, 'member')
    const by = inDashboard(server.current, jun)
    expect(Object.values((await overviewOf(acme, by)).attention)).not.toContain(null)
  })

  it('others see nothing', async () => {
    const other = await createOrganization(server.current)
    const path = `/organizations/${acme.id}/overview`
    const strangers = [
      inDashboard(server.current, other.owner),
      await newBackend(server.current, other, ['organizations:read']),
    ]
    for (const stranger of strangers) {
      expect(briefOf(await stranger.get(path))).toBe('404 ResourceNotFound')
    }
    const unscoped = await newBackend(server.current, acme, ['products:read'])
    expect((await unscoped.get(path)).status).toBe(403)
  })
})
