import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { newDiscount } from '../../../../test/discounts.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { type BillingAnswer, briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  type MadeSubscription,
  newFreeSubscription,
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'

const clock = movableClock()
const { db, server, acme, calls } = sellingServer(subscriptionScopes, {}, { clock })
let plans: { readonly pro: string; readonly max: string; readonly yearly: string }

const day = 86_400

beforeAll(async () => {
  plans = {
    pro: (await newRecurringProduct(calls, 3000, { name: 'Pro' })).id,
    max: (await newRecurringProduct(calls, 9000, { name: 'Max' })).id,
    yearly: (
      await newRecurringProduct(calls, 30_000, { name: 'Yearly', recurring_interval: 'year' })
    ).id,
  }
  clock.freeze()
})

/** A subscription that started half a period ago. */
async function halfway(product: string, buyer: object = {}): Promise<MadeSubscription> {
  const subscription = await newPaidSubscription(server.current, calls, { id: product }, buyer)
  const { current_period_start: start, current_period_end: end } = subscription
  clock.advance((Date.parse(end) - Date.parse(start)) / 2000)
  return subscription
}

const patch = (id: string, change: object, headers = {}): Promise<BillingAnswer> =>
  calls.patch(`/subscriptions/${id}`, change, headers)

const item = z.object({
  label: z.string(),
  amount: z.number(),
  proration: z.boolean(),
  product_price_id: z.nullable(z.string()),
})

const billed = z.object({
  items: z.array(item),
  subtotal_amount: z.number(),
  discount_amount: z.number(),
  net_amount: z.number(),
  tax_amount: z.number(),
  total_amount: z.number(),
  billing_reason: z.string(),
  currency: z.string(),
})
const invoice = z.extend(billed, { from_balance_amount: z.number(), due_amount: z.number() })
const preview = z.object({
  proration_behavior: z.nullable(z.string()),
  amount: z.number(),
  product_id: z.string(),
  status: z.string(),
  current_period_end: z.string(),
  due_now: z.nullable(invoice),
  next_invoice: z.nullable(invoice),
})

const previewOf = async (id: string, change: object) => {
  const answer = await calls.post(`/subscriptions/${id}/preview`, change)
  expect(answer).toMatchObject({ status: 200 })
  return preview.parse(answer.body)
}

const nextInvoiceOf = async (id: string) => {
  const { body } = await calls.get(`/subscriptions/${id}/next-invoice`)
  return z.object({ invoice: z.nullable(invoice) }).parse(body).invoice
}

/** The latest order of a customer, and what was charged for it. */
async function latestOrder({ customer_id }: MadeSubscription) {
  const { body } = await calls.get(`/orders/?customer_id=${customer_id}&sorting=-created_at`)
  const { items } = z.object({ items: z.array(z.extend(billed, { id: z.string() })) }).parse(body)
  const [order] = items
  expect(order).toBeDefined()
  const { rows } = await db.database.pool.query(
    `select coalesce(sum(amount), 0)::int as charged from payment
      where order_id = $1 and status = 'succeeded'`,
    [order?.id],
  )
  return { order: billed.parse(order), count: items.length, charged: rows[0].charged }
}

const billedOf = (shown: z.output<typeof invoice> | null) => shown && billed.parse(shown)

/** Previews a change, makes it, and compares what was billed with the preview. */
async function change(subscription: MadeSubscription, input: object) {
  const { id } = subscription
  const shown = await previewOf(id, input)
  const answer = await patch(id, input)
  const isLater = shown.proration_behavior === 'next_period'
  expect(answer).toMatchObject({
    status: 200,
    body: {
      current_period_end: shown.current_period_end,
      ...(!isLater && { amount: shown.amount, product_id: shown.product_id }),
    },
  })
  const latest = await latestOrder(subscription)
  const { due_now: due } = shown
  const atOnce = { order: billedOf(due), charged: due?.due_amount, count: 2 }
  expect(latest).toMatchObject(due === null ? { count: 1 } : atOnce)
  expect(await nextInvoiceOf(id)).toEqual(shown.next_invoice)
  return { answer, order: latest.order, shown }
}

describe('after half a period, a subscription of 30 dollars', () => {
  it('changes to 90 and is charged half the difference immediately', async () => {
    const subscription = await halfway(plans.pro)
    const input = { product_id: plans.max, proration_behavior: 'invoice' }
    const { answer, order, shown } = await change(subscription, input)
    expect(order).toMatchObject({
      billing_reason: 'subscription_update',
      net_amount: 3000,
      items: [
        { label: expect.stringMatching(/^Remaining time on Pro — From /), amount: -1500 },
        { label: expect.stringMatching(/^Remaining time on Max — From /), amount: 4500 },
      ],
    })
    expect(shown.next_invoice).toMatchObject({ net_amount: 9000, due_amount: 9000 })
    expect(answer.body).toMatchObject({
      product_id: plans.max,
      amount: 9000,
      current_period_start: subscription.current_period_start,
      current_period_end: subscription.current_period_end,
      prices: [{ price_amount: 9000 }],
    })
  })

  it('changes to 90 and is charged the difference with the next period', async () => {
    const subscription = await halfway(plans.pro)
    const input = { product_id: plans.max, proration_behavior: 'prorate' }
    const { shown } = await change(subscription, input)
    expect(shown).toMatchObject({ due_now: null, next_invoice: { net_amount: 12_000 } })
  })

  it('changes to yearly, less the rest of the month', async () => {
    const subscription = await halfway(plans.pro)
    const { shown, answer } = await change(subscription, { product_id: plans.yearly })
    expect(shown).toMatchObject({
      proration_behavior: 'invoice',
      due_now: { net_amount: 28_500 },
      next_invoice: { net_amount: 30_000 },
    })
    expect(answer.body).toMatchObject({ recurring_interval: 'year' })
  })

  it('starts a new period at the whole price', async () => {
    const subscription = await halfway(plans.pro)
    const input = { product_id: plans.max, proration_behavior: 'reset' }
    const { shown } = await change(subscription, input)
    expect(shown).toMatchObject({ due_now: { net_amount: 9000, items: [{ amount: 9000 }] } })
  })

  it('changes with the next period, unless that is removed', async () => {
    const subscription = await halfway(plans.pro)
    const { id, current_period_end: appliesAt } = subscription
    const input = { product_id: plans.max, proration_behavior: 'next_period' }
    const { answer, shown } = await change(subscription, input)
    expect(shown).toMatchObject({ due_now: null, next_invoice: { net_amount: 9000 } })
    expect(answer.body).toMatchObject({
      product_id: plans.pro,
      pending_update: { product_id: plans.max, applies_at: appliesAt },
    })
    expect(await patch(id, { pending_update: null })).toMatchObject({
      status: 200,
      body: { pending_update: null },
    })
    expect(await nextInvoiceOf(id)).toMatchObject({ net_amount: 3000 })
  })

  it('changes with 20 percent off', async () => {
    const discount = await newDiscount(calls, { basis_points: 2000, duration: 'forever' })
    const subscription = await halfway(plans.pro)
    const input = { product_id: plans.max, discount_id: discount.id, proration_behavior: 'invoice' }
    const { answer, shown } = await change(subscription, input)
    expect(shown).toMatchObject({
      due_now: { items: [{ amount: -1500 }, { amount: 3600 }] },
      next_invoice: { subtotal_amount: 9000, discount_amount: 1800 },
    })
    expect(answer.body).toMatchObject({ discount_id: discount.id, amount: 7200 })
  })
})

it('a cheaper product leaves a credit, which the next order uses', async () => {
  const subscription = await halfway(plans.max)
  const input = { product_id: plans.pro, proration_behavior: 'invoice' }
  const { shown } = await change(subscription, input)
  expect(shown.due_now).toMatchObject({
    net_amount: -3000,
    from_balance_amount: -3000,
    due_amount: 0,
  })
  expect(shown.next_invoice).toMatchObject({
    net_amount: 3000,
    from_balance_amount: 3000,
    due_amount: 0,
  })
  const { body } = await calls.get(`/subscriptions/${subscription.id}`)
  expect(body).toMatchObject({ status: 'active', product_id: plans.pro })
})

it('the organization’s setting decides how a change is billed by default', async () => {
  const subscription = await halfway(plans.pro)
  const set = (proration_mode: string) =>
    calls.patch(`/organizations/${acme.id}/billing-settings`, { proration_mode })
  expect(await set('next_period')).toMatchObject({ status: 200 })
  const shown = await previewOf(subscription.id, { product_id: plans.max })
  expect(shown.proration_behavior).toBe('next_period')
  await set('prorate')
})

it('a revocation charges waiting entries and nothing else', async () => {
  const subscription = await halfway(plans.pro)
  const { id } = subscription
  await patch(id, { product_id: plans.max, proration_behavior: 'prorate' })
  const shown = await previewOf(id, { revoke: true })
  expect(shown).toMatchObject({ status: 'canceled', due_now: { net_amount: 3000 } })
  expect(shown.next_invoice).toBeNull()
  expect(await calls.remove(`/subscriptions/${id}`)).toMatchObject({ body: { status: 'canceled' } })
  await vi.waitFor(
    async () => {
      const { order, charged } = await latestOrder(subscription)
      expect(order).toEqual(billedOf(shown.due_now))
      expect(charged).toBe(3000)
    },
    { timeout: 30_000, interval: 50 },
  )
})

describe('if the card fails', () => {
  const failsLater = { confirmation_token_id: 'tok_sandbox_fails_later' }

  it('nothing changes', async () => {
    const { id, customer_id } = await halfway(plans.pro, failsLater)
    const before = await calls.get(`/subscriptions/${id}`)
    const earlier = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
    const answer = await patch(id, { product_id: plans.max, proration_behavior: 'invoice' })
    expect(answer).toMatchObject({ status: 402, body: { error: 'PaymentFailed' } })
    expect((await calls.get(`/subscriptions/${id}`)).text).toBe(before.text)
    const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
    expect(events).toEqual(earlier)
    const orders = await calls.get(`/orders/?customer_id=${customer_id}`)
    expect(orders.body).toMatchObject({ pagination: { total_count: 1 } })
    const { rowCount } = await db.database.pool.query(
      'select from subscription_change where subscription_id = $1',
      [id],
    )
    expect(rowCount).toBe(0)
  })

  it('a change that is billed later still happens', async () => {
    const { id } = await halfway(plans.pro, failsLater)
    const input = { product_id: plans.max, proration_behavior: 'prorate' }
    expect(await patch(id, input)).toMatchObject({ status: 200, body: { product_id: plans.max } })
  })

  it('or is missing, a change to a paid product is refused', async () => {
    const { id } = await newFreeSubscription(calls)
    const answer = await patch(id, { product_id: plans.pro, proration_behavior: 'reset' })
    expect(answer).toMatchObject({ status: 402, body: { error: 'PaymentMethodMissing' } })
  })
})

describe('a discount', () => {
  it('applies from the next period on, until it is removed', async () => {
    const discount = await newDiscount(calls, { basis_points: 5000, duration: 'forever' })
    const subscription = await halfway(plans.pro)
    const { answer, shown } = await change(subscription, { discount_id: discount.id })
    expect(shown).toMatchObject({ due_now: null, next_invoice: { net_amount: 1500 } })
    expect(answer.body).toMatchObject({ amount: 1500, discount: { id: discount.id } })
    expect(await patch(subscription.id, { discount_id: null })).toMatchObject({
      body: { amount: 3000, discount: null, discount_id: null },
    })
  })

  it.each([
    ['is unknown', async () => '00000000-0000-7000-8000-000000000000', 'not found'],
    ['is for other products', forOtherProducts, 'apply'],
  ])('that %s is refused', async (_what, discountOf, words) => {
    const { id } = await halfway(plans.pro)
    for (const input of [{}, { product_id: plans.max }]) {
      const answer = await patch(id, { ...input, discount_id: await discountOf() })
      expect(briefOf(answer)).toBe('422 RequestValidationError body.discount_id')
      expect(answer.text).toContain(words)
    }
  })

  async function forOtherProducts(): Promise<string> {
    const { id } = await newDiscount(calls, { products: [plans.yearly] })
    return id
  }
})

describe('the end of a trial', () => {
  async function onTrial(): Promise<MadeSubscription> {
    const subscription = await newPaidSubscription(server.current, calls, { id: plans.pro })
    await db.database.pool.query(
      `update subscription set status = 'trialing', trial_end = current_period_end where id = $1`,
      [subscription.id],
    )
    clock.advance(day)
    return subscription
  }

  it('can be moved, and the period with it', async () => {
    const { id } = await onTrial()
    const trialEnd = new Date(clock.now().getTime() + 3 * day * 1000).toISOString()
    expect(await patch(id, { trial_end: trialEnd })).toMatchObject({
      status: 200,
      body: { status: 'trialing', trial_end: trialEnd, current_period_end: trialEnd },
    })
  })

  it('can be now, and the first period is paid', async () => {
    const subscription = await onTrial()
    const { answer, order } = await change(subscription, { trial_end: 'now' })
    expect(answer.body).toMatchObject({ status: 'active' })
    expect(order).toMatchObject({ billing_reason: 'subscription_cycle', net_amount: 3000 })
  })

  it('can’t be in the past or without a trial', async () => {
    const { id } = await onTrial()
    const past = await patch(id, { trial_end: '2020-01-01T00:00:00Z' })
    expect(briefOf(past)).toBe('422 RequestValidationError body.trial_end')
    const { id: other } = await newFreeSubscription(calls)
    const none = await patch(other, { trial_end: 'now' })
    expect(briefOf(none)).toBe('422 RequestValidationError body.trial_end')
  })
})

it('concurrent paid changes happen one after another or are refused', async () => {
  const { id } = await halfway(plans.pro)
  const input = { product_id: plans.max, proration_behavior: 'invoice' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => patch(id, input)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  for (const status of statuses) expect([200, 409, 422]).toContain(status)
  const { rows } = await db.database.pool.query(
    `select count(*)::int as charged from payment p join subscription s
        on s.organization_id = p.organization_id and s.customer_id = p.customer_id
      where s.id = $1 and p.status = 'succeeded'`,
    [id],
  )
  expect(rows).toEqual([{ charged: 2 }])
})

it('a call that is repeated after a crash continues with its recorded payment', async () => {
  const subscription = await halfway(plans.pro)
  const { id } = subscription
  const input = { product_id: plans.max, proration_behavior: 'invoice' }
  const key = { 'idempotency-key': `crashed-${id}` }
  const first = await patch(id, input, key)
  expect(first.status).toBe(200)
  const { rowCount } = await db.database.pool.query(
    `update idempotency_key k
        set answer = null, recovery_point = jsonb_build_object('paymentId', p.id)
       from payment p join orders o on o.organization_id = p.organization_id and o.id = p.order_id
      where k.key = $1 and o.subscription_id = $2 and o.billing_reason = 'subscription_update'`,
    [key['idempotency-key'], id],
  )
  expect(rowCount).toBe(1)
  expect(await patch(id, input, key)).toMatchObject({ status: 200, body: first.body })
  expect((await latestOrder(subscription)).count).toBe(2)
})
