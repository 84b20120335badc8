import type { Scope } from '@guildhall/contract/organizations/scopes'
import { id as idOf } from '@guildhall/contract/primitives'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { orderDeps, report } from '../../../../test/orders.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { type StandIn, startStandIn } from '../../../../test/stand-in.ts'
import {
  newPaidSubscription,
  newRecurringProduct,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'
import { newRegistration } from '../../../../test/tax.ts'
import { previewChange } from './preview.ts'

const scopes: readonly Scope[] = [...subscriptionScopes, 'refunds:write', 'organizations:write']
const { db, server } = sellingServer(scopes)

let acme: OwnedOrganization
let calls: BillingCalls
let dear = ''
let cheap = ''

beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, scopes)
  dear = (await newRecurringProduct(calls, 100_000, { name: 'Dear' })).id
  cheap = (await newRecurringProduct(calls, 1000, { name: 'Cheap' })).id
})

const inHungary = { country: 'HU' }
const inOregon = {
  country: 'US',
  state: 'US-OR',
  line1: '1 Main St',
  city: 'Portland',
  postal_code: '97201',
}

const buy = (address: object = inOregon) =>
  newPaidSubscription(server.current, calls, { id: dear }, { customer_billing_address: address })

const move = (customerId: string, address: object) =>
  calls.patch(`/customers/${customerId}`, { billing_address: address })

const change = (id: string, productId: string, mode = 'invoice') =>
  calls.patch(`/subscriptions/${id}`, { product_id: productId, proration_behavior: mode })

const order = z.object({
  id: z.string(),
  net_amount: z.number(),
  tax_amount: z.number(),
  total_amount: z.number(),
})

/** The oldest first. */
async function ordersOf(customerId: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customerId}&sorting=created_at`)
  return z.object({ items: z.array(order) }).parse(body).items
}

async function lastOrderOf(customerId: string) {
  const last = (await ordersOf(customerId)).at(-1)
  if (last === undefined) throw new Error('the customer has an order')
  return last
}

async function creditOf(customerId: string): Promise<number> {
  const { rows } = await db.database.pool.query(
    'select coalesce(sum(amount), 0)::int as amount from customer_balance where customer_id = $1',
    [customerId],
  )
  return rows[0].amount
}

async function taxOwed(): Promise<Record<string, number>> {
  const { rows } = await db.database.pool.query(
    `select place, sum(credited - debited)::int as amount from ledger_account
      where organization_id = $1 and account = 'tax_payable' group by 1`,
    [acme.id],
  )
  return Object.fromEntries(rows.map(({ place, amount }) => [place, amount]))
}

const refund = (orderId: string, amount: number) =>
  calls.post('/refunds/', { order_id: orderId, reason: 'customer_request', amount })

describe('a credit', () => {
  it('returns no tax that was never paid, however often the customer moves', async () => {
    await newRegistration(calls, inHungary)
    const { id, customer_id } = await buy()
    for (let round = 0; round < 3; round += 1) {
      await move(customer_id, inHungary)
      expect(await change(id, cheap)).toMatchObject({ status: 200 })
      await move(customer_id, inOregon)
      expect(await change(id, dear)).toMatchObject({ status: 200 })
    }
    expect((await taxOwed())['HU'] ?? 0).toBeGreaterThanOrEqual(0)
    expect(await creditOf(customer_id)).toBeLessThanOrEqual(10)
  })

  it('returns the tax that was paid, in its place, after the customer moved', async () => {
    await newRegistration(calls, inHungary)
    const { id, customer_id } = await buy(inHungary)
    await move(customer_id, inOregon)
    await change(id, cheap)
    const { net_amount, tax_amount } = await lastOrderOf(customer_id)
    const charged = (await taxOwed())['HU'] ?? 0
    expect(tax_amount / net_amount).toBeCloseTo(0.27 * (100_000 / 99_000), 3)
    expect(charged).toBe(27_000 + tax_amount)
  })

  it('returns no tax for a registration that was added after the sale', async () => {
    const { id, customer_id } = await buy(inHungary)
    await newRegistration(calls, inHungary)
    await change(id, cheap)
    const { net_amount, tax_amount } = await lastOrderOf(customer_id)
    expect(net_amount).toBeLessThan(-98_000)
    // Only the cheap plan is taxed.
    expect(tax_amount).toBeGreaterThan(0)
    expect(tax_amount).toBeLessThanOrEqual(270)
  })
})

describe('with Stripe Tax', () => {
  let stripe: StandIn
  beforeAll(async () => {
    stripe = await startStandIn()
  })
  afterAll(() => stripe.stop())

  async function previewWithStripe(id: string, productId: string) {
    const deps = orderDeps(server.current)
    const stripeSettings = { secretKey: 'sk_test_1', apiUrl: stripe.url, tax: true }
    const config = { ...deps.config, stripe: { ...deps.config.stripe, ...stripeSettings } }
    const key = {
      organizationId: idOf('organization').parse(acme.id),
      id: idOf('subscription').parse(id),
    }
    const productChange = { productId: idOf('product').parse(productId) }
    const change = { ...productChange, prorationBehavior: 'invoice' } as const
    return previewChange({ ...deps, config }, { key, change })
  }

  const taxed = { id: 'taxcalc_1', tax_amount_exclusive: 100, tax_breakdown: [] }

  it('a downgrade asks for the tax on what it charges, which is never below zero', async () => {
    await newRegistration(calls, inHungary)
    const { id } = await buy(inHungary)
    stripe.respondWith(200, taxed)
    const { dueNow } = await previewWithStripe(id, cheap)
    expect(dueNow?.netAmount).toBeLessThan(-98_000)
    expect(dueNow?.taxAmount).toBeLessThan(-26_000)
    const amounts = stripe.requests.map(({ body }) =>
      Number(new URLSearchParams(body).get('line_items[0][amount]')),
    )
    expect(amounts.toSorted((one, other) => one - other)).toEqual([expect.any(Number), 1000])
    expect(Math.min(...amounts)).toBeGreaterThan(0)
  })

  it('a change to a free plan asks for nothing', async () => {
    const free = (await newRecurringProduct(calls, 0)).id
    await newRegistration(calls, inHungary)
    const { id } = await buy(inHungary)
    stripe.respondWith(200, taxed)
    expect((await previewWithStripe(id, free)).dueNow?.taxAmount).toBeLessThan(-26_000)
    expect(stripe.requests).toEqual([])
  })
})

describe('refunds and credits together never exceed what was paid', () => {
  it.each([
    ['invoice', 100_000],
    ['prorate', 100_000],
  ])('a refund first, then a downgrade with %s', async (mode, amount) => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    expect(await refund(orderId, amount)).toMatchObject({ status: 200 })
    expect(await change(id, cheap, mode)).toMatchObject({ status: 200 })
    expect(await creditOf(customer_id)).toBe(0)
    expect(await creditEntries(id)).toEqual([])
  })

  it('a refund of a part leaves the rest to credit', async () => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    await refund(orderId, 90_000)
    await change(id, cheap)
    expect((await lastOrderOf(customer_id)).net_amount).toBeGreaterThanOrEqual(-10_000)
  })

  it.each(['invoice', 'prorate'])('a downgrade with %s first, then a refund', async (mode) => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    await change(id, cheap, mode)
    expect(await refund(orderId, 100_000)).toMatchObject({ status: 403 })
    expect(await refund(orderId, 1)).toMatchObject({ status: 403 })
  })

  it('what a lost dispute took is neither credited nor refunded', async () => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    const dispute = { processorId: 'dp_lost', status: 'lost', amount: 100_000 }
    await report(server.current, acme, 'dispute', { orderId, ...dispute })
    await server.current.settle()
    await change(id, cheap)
    expect(await creditOf(customer_id)).toBe(0)
    expect(await refund(orderId, 1)).toMatchObject({ status: 403 })
  })

  it('a dispute that is won can be credited again', async () => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    for (const status of ['needs_response', 'won']) {
      const dispute = { processorId: 'dp_won', status, amount: 100_000 }
      await report(server.current, acme, 'dispute', { orderId, ...dispute })
      await server.current.settle()
    }
    await change(id, cheap)
    expect(await creditOf(customer_id)).toBeGreaterThan(98_000)
  })

  it('a downgrade and a refund at the same time', async () => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    await Promise.all([change(id, cheap), refund(orderId, 60_000), refund(orderId, 60_000)])
    await server.current.settle()
    const { rows } = await db.database.pool.query(
      `select (select coalesce(sum(amount), 0) from refund where order_id = $1
                and status in ('pending', 'succeeded'))::int as refunded,
              (select sum(credited_amount) from order_item where order_id = $1)::int as credited`,
      [orderId],
    )
    expect(rows[0].refunded + rows[0].credited).toBeLessThanOrEqual(100_000)
  })
})

describe('promised credits', () => {
  it('can be refunded again when the subscription ends without billing them', async () => {
    const { id, customer_id } = await buy()
    const [{ id: orderId }] = z.tuple([order]).parse(await ordersOf(customer_id))
    await change(id, cheap, 'prorate')
    expect(await refund(orderId, 100_000)).toMatchObject({ status: 403 })
    expect((await calls.remove(`/customers/${customer_id}`)).status).toBe(204)
    await server.current.settle()
    expect(await refund(orderId, 100_000)).toMatchObject({ status: 200 })
  })
})

async function creditEntries(subscriptionId: string): Promise<number[]> {
  const { rows } = await db.database.pool.query(
    'select amount::int from billing_entry where subscription_id = $1 and amount < 0',
    [subscriptionId],
  )
  return rows.map(({ amount }) => amount)
}
