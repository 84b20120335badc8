import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { MadeCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { report } from '../../../../test/orders.ts'
import type { MadeProduct } from '../../../../test/products.ts'
import { type BillingAnswer, type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  answerBank,
  buyNamed,
  chargedTo,
  type Market,
  newMember,
  openMarketOfOne,
  plan,
  portalOf,
} from '../../../../test/typed-purchases.ts'
import { systemClock } from '../../../platform/clock.ts'

const db = testDatabase()
const server = testServer(db)

const always = 'tok_sandbox_authenticate_always'
let market: Market
let ada: MadeCustomer
let dear: MadeProduct
let dearer: MadeProduct
let portal: BillingCalls

beforeEach(async () => {
  ;({ market, ada } = await openMarketOfOne(server.current))
  dear = await plan(market, 9000)
  dearer = await plan(market, 19_000)
  portal = await portalOf(market, ada)
})

async function subscribed(card: string): Promise<string> {
  const { subscriptionId } = await buyNamed(market, await plan(market, 2000), {
    card,
    customer_id: ada.id,
  })
  return subscriptionId
}

const changesOf = (id: string) => `/customer-portal/subscriptions/${id}/plan-changes`
const start = (id: string, { id: product_id }: MadeProduct = dear, more: object = {}) =>
  portal.post(changesOf(id), { product_id, ...more })
const confirm = (id: string, { body }: BillingAnswer) =>
  portal.post(`${changesOf(id)}/${String(body?.['id'])}/confirm`, {})
const shown = z.object({ product_id: z.string() })
const productOf = async (id: string): Promise<string> =>
  shown.parse((await market.seller.get(`/subscriptions/${id}`)).body).product_id

/** What the customer’s banks and cards were asked for, and how that ended. */
async function intents(): Promise<string[]> {
  const rows = await runOn<{ line: string }>(
    db.ownerUrl,
    `select status || ' ' || coalesce(decline_code, '-') as line from sandbox_intent
      where organization_id = '${market.organization.id}' and amount > 2000 order by id`,
  )
  return rows.map(({ line }) => line)
}

const awaiting = async (): Promise<number> => {
  const [row] = await runOn<{ count: number }>(
    db.ownerUrl,
    `select count(*)::int from subscription_change
      where organization_id = '${market.organization.id}'`,
  )
  return row?.count ?? 0
}

describe('a customer who changes to a dearer plan', () => {
  it('confirms the payment with their bank, and then has the plan', async () => {
    const id = await subscribed(always)
    const before = await productOf(id)
    const asked = await start(id)
    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'requires_action', decline_message: null, subscription: { id } },
    })
    expect(await productOf(id)).toBe(before)
    await answerBank(market, asked.body?.['client_secret'])
    expect(await confirm(id, asked)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', client_secret: null, subscription: { product_id: dear.id } },
    })
    expect(await chargedTo(market, '3184')).toHaveLength(2)
  })

  it('has it also if the processor is faster than the page, or the page is closed', async () => {
    const id = await subscribed(always)
    const asked = await start(id)
    await answerBank(market, asked.body?.['client_secret'])
    await server.current.settle()
    expect(await productOf(id)).toBe(dear.id)
    const pages = await Promise.all([1, 2, 3].map(() => confirm(id, asked)))
    expect(pages.map(({ body }) => body?.['status'])).toEqual(Array(3).fill('succeeded'))
    expect(await chargedTo(market, '3184')).toHaveLength(2)
    expect(await awaiting()).toBe(0)
  })

  it('has it once, however many pages and events come at the same time', async () => {
    const id = await subscribed(always)
    const asked = await start(id)
    await Promise.all([
      answerBank(market, asked.body?.['client_secret']),
      server.current.settle(),
      ...[1, 2, 3, 4].map(() => confirm(id, asked)),
    ])
    await server.current.settle()
    expect(await confirm(id, asked)).toMatchObject({ body: { status: 'succeeded' } })
    const orders = await market.seller.get(`/orders/?subscription_id=${id}`)
    expect(z.object({ items: z.array(z.unknown()) }).parse(orders.body).items).toHaveLength(2)
    expect(await chargedTo(market, '3184')).toHaveLength(2)
  })

  it('keeps the plan if the bank declines, and can try again', async () => {
    const id = await subscribed(always)
    const before = await productOf(id)
    const asked = await start(id)
    await answerBank(market, asked.body?.['client_secret'], 'declined')
    expect(await confirm(id, asked)).toMatchObject({
      body: { status: 'failed', decline_message: expect.stringContaining('Your bank didn’t') },
    })
    expect(await productOf(id)).toBe(before)
    expect(await start(id)).toMatchObject({ body: { status: 'requires_action' } })
  })

  it('is charged without a question where the bank has none', async () => {
    const id = await subscribed('tok_sandbox_ok')
    expect(await start(id)).toMatchObject({
      status: 201,
      body: { status: 'succeeded', subscription: { product_id: dear.id } },
    })
    const declined = await subscribed('tok_sandbox_fails_later')
    const message = 'Your card was declined. Please use another card, or ask your bank why.'
    expect(await start(declined)).toMatchObject({
      status: 201,
      body: { status: 'failed', decline_message: message },
    })
    expect(await awaiting()).toBe(0)
  })

  it('needs no payment for a cheaper one', async () => {
    const id = await subscribed(always)
    const free = await plan(market, 0)
    expect(await start(id, free)).toMatchObject({
      status: 201,
      body: { id: null, status: 'succeeded', amount: 0, subscription: { product_id: free.id } },
    })
  })

  it('gets the state of the same payment when the call is repeated', async () => {
    const id = await subscribed(always)
    const headers = { 'idempotency-key': 'the-same-change-of-ada' }
    const call = () => portal.post(changesOf(id), { product_id: dear.id }, headers)
    const first = await call()
    const second = await call()
    expect(second.body?.['id']).toBe(first.body?.['id'])
    expect(await intents()).toEqual(['requires_action -'])
  })
})

/** For the payments that wait for their customers. */
const aQuarterOfAnHourLater = `
  update payment set confirm_by = started_at, resume_at = started_at
   where confirm_by is not null and status = 'pending'`

describe('a change that is left unconfirmed', () => {
  it('is canceled after a quarter of an hour, and nothing stays blocked', async () => {
    const id = await subscribed(always)
    const before = await productOf(id)
    const asked = await start(id)
    const bySeller = () =>
      market.seller.patch(`/subscriptions/${id}`, {
        product_id: dearer.id,
        proration_behavior: 'invoice',
      })
    expect(briefOf(await bySeller())).toBe('409 SubscriptionLocked')
    await runOn(db.ownerUrl, aQuarterOfAnHourLater)
    // The sandbox cancels before the payment is recorded as failed.
    await expect.poll(intents, { timeout: 20_000 }).toEqual(['canceled -'])
    await expect.poll(awaiting).toBe(0)
    await server.current.settle()
    expect(await productOf(id)).toBe(before)
    expect(await confirm(id, asked)).toMatchObject({ body: { status: 'failed' } })
    // The seller’s change has nobody who confirms it.
    expect(briefOf(await bySeller())).toBe('402 PaymentFailed')
    expect(await awaiting()).toBe(0)
  })

  it('is canceled for one in another tab', async () => {
    const id = await subscribed(always)
    const first = await start(id)
    const second = await start(id, dearer)
    expect(second).toMatchObject({ status: 201, body: { status: 'requires_action' } })
    expect(await intents()).toEqual(['canceled -', 'requires_action -'])
    expect(await confirm(id, first)).toMatchObject({ body: { status: 'failed' } })
    await answerBank(market, second.body?.['client_secret'])
    expect(await confirm(id, second)).toMatchObject({ body: { status: 'succeeded' } })
    expect(await productOf(id)).toBe(dearer.id)
  })

  it('counts if it was confirmed just before the other tab started', async () => {
    const id = await subscribed(always)
    const first = await start(id)
    await answerBank(market, first.body?.['client_secret'])
    // Decided on the plan that the confirmed change has made.
    const again = await start(id)
    expect(briefOf(again)).toBe('422 RequestValidationError body.product_id')
    expect(await productOf(id)).toBe(dear.id)
    expect(await chargedTo(market, '3184')).toHaveLength(2)
  })

  it('is decided again if the subscription changed meanwhile', async () => {
    const id = await subscribed(always)
    const asked = await start(id)
    const paused = { cancel_at_period_end: true }
    expect(briefOf(await market.seller.patch(`/subscriptions/${id}`, paused))).toBe('200')
    await answerBank(market, asked.body?.['client_secret'])
    expect(await confirm(id, asked)).toMatchObject({
      body: { status: 'failed', decline_message: expect.stringContaining('is refunded') },
    })
    await server.current.settle()
    expect(await productOf(id)).not.toBe(dear.id)
    const refunds = await market.seller.get('/refunds/')
    expect(refunds.body).toMatchObject({ items: [{ status: 'succeeded' }] })
  })
})

describe('a plan change is refused', () => {
  it('where it costs more than was shown', async () => {
    const id = await subscribed(always)
    const late = await start(id, dear, { due_amount_max: 100 })
    expect(briefOf(late)).toBe('409 QuoteOutdated')
    expect(late.text).toMatch(/due now is \$\d/)
    expect(await awaiting()).toBe(0)
    expect(await intents()).toEqual([])
    expect(briefOf(await start(id, dear, { due_amount_max: 9000 }))).toBe('201')
  })

  it('where the shown amount is below zero', async () => {
    const refused = await start(await subscribed(always), dear, { due_amount_max: -1 })
    expect(briefOf(refused)).toBe('422 RequestValidationError body.due_amount_max')
  })

  it('while the seller’s change is being paid', async () => {
    const id = await subscribed('tok_sandbox_ok')
    await runOn(
      db.ownerUrl,
      `update payment set status = 'pending', resume_at = null
        where organization_id = '${market.organization.id}';
       insert into subscription_change
         (organization_id, subscription_id, payment_id, version, request, decided_at)
       select organization_id, '${id}', id, 1, '{}', created_at from payment
        where organization_id = '${market.organization.id}' limit 1`,
    )
    expect(briefOf(await start(id))).toBe('409 SubscriptionLocked')
  })

  it('while a payment is disputed, and so is its preview where it would be charged', async () => {
    const id = await subscribed('tok_sandbox_ok')
    const { body } = await market.seller.get(`/orders/?subscription_id=${id}`)
    const orders = z.object({ items: z.array(z.object({ id: z.string() })) })
    const orderId = orders.parse(body).items[0]?.id ?? ''
    const dispute = async (status: string) => {
      const reported = { orderId, processorId: `dp_${orderId}`, status, amount: 2000 }
      await report(server.current, market.organization, 'dispute', reported)
      await server.current.settle()
    }
    const preview = ({ id: product_id }: MadeProduct) =>
      portal.post(`/customer-portal/subscriptions/${id}/preview`, { product_id })
    const sellersPreview = () =>
      market.seller.post(`/subscriptions/${id}/preview`, {
        product_id: dear.id,
        proration_behavior: 'invoice',
      })
    await dispute('needs_response')
    const paused = '409 SubscriptionPaused'
    for (const answer of [await start(id), await preview(dear), await sellersPreview()]) {
      expect(briefOf(answer)).toBe(paused)
    }
    const free = await plan(market, 0)
    expect(await preview(free)).toMatchObject({ status: 200, body: { due_now: null } })
    await dispute('won')
    expect(await preview(dear)).toMatchObject({ status: 200 })
    expect(await start(id)).toMatchObject({ status: 201, body: { status: 'succeeded' } })
  })

  it('without a card', async () => {
    const { body } = await market.seller.post('/subscriptions/', {
      product_id: (await plan(market, 0)).id,
      customer_id: ada.id,
    })
    expect(briefOf(await start(String(body?.['id'])))).toBe('402 PaymentMethodMissing')
  })

  it('of somebody else’s subscription, and so is the state of another payment', async () => {
    const id = await subscribed(always)
    const asked = await start(id)
    const other = await portalOf(market, await newMember(market))
    const path = `${changesOf(id)}/${String(asked.body?.['id'])}/confirm`
    expect(briefOf(await other.post(changesOf(id), { product_id: dear.id }))).toBe(
      '404 ResourceNotFound',
    )
    expect(briefOf(await other.post(path, {}))).toBe('404 ResourceNotFound')
    const [bought] = await runOn<{ id: string }>(
      db.ownerUrl,
      `select id from payment where organization_id = '${market.organization.id}'
        order by created_at limit 1`,
    )
    const foreign = `${changesOf(id)}/${bought?.id}/confirm`
    expect(briefOf(await portal.post(foreign, {}))).toBe('404 ResourceNotFound')
  })

  it('as the update of a subscription, whose caller can’t show the bank’s question', async () => {
    const id = await subscribed(always)
    const patch = await portal.patch(`/customer-portal/subscriptions/${id}`, {
      product_id: dear.id,
    })
    expect(briefOf(patch)).toBe('402 PaymentFailed')
    expect(patch.text).toContain('Your bank asks you to confirm this payment')
  })
})

it('a trial of a cheap plan is no trial of a dear one', async () => {
  const { id: product_id } = await plan(market, 100)
  const trial_end = new Date(systemClock.now().getTime() + 20 * 86_400_000)
  const trial = { product_id, customer_id: ada.id, trial_end }
  const { body } = await market.seller.post('/subscriptions/', trial)
  const id = String(body?.['id'])
  expect(briefOf(await start(id))).toBe('402 PaymentMethodMissing')
  expect(await productOf(id)).toBe(product_id)
})
